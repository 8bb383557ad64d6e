/* Elements without initialiser are 0; one initialiser is for all elements.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6
   spin: textbook */
byte a[3];
byte b[4] = 7;
int k[2] = -1;
active proctype A() {
	byte c[2] = 9;
	assert(a[0] == 0 && a[1] == 0 && a[2] == 0);
	assert(b[0] == 7 && b[3] == 7);
	assert(k[0] == -1 && k[1] == -1);
	assert(c[0] == 9 && c[1] == 9)
}
