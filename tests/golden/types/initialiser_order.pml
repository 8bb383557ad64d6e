/* Initialisers are evaluated in textual order and may use what stands before them.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=3 transitions=3
   spin: textbook */
byte a = 3;
byte b = a + 1;
int c = b * b;
active proctype A() {
	byte d = c + 1;
	byte e = d + a;
	byte f = e + 1;
	assert(a == 3 && b == 4 && c == 16 && d == 17 && e == 20 && f == 21)
}
