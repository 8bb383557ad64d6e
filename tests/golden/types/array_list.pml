/* A list in braces initialises element by element.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
byte a[3] = { 1, 2, 3 };
short s[2] = { 5, 6 };
active proctype A() {
	int x[3] = { 10, 20, 30 };
	assert(a[0] == 1 && a[1] == 2 && a[2] == 3);
	assert(s[0] == 5 && s[1] == 6);
	assert(x[0] + x[1] + x[2] == 60)
}
