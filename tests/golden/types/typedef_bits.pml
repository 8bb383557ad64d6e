/* Bits in a structure are truncated, arrays of bits in a structure are not.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
typedef flags { bit a; bool b; bit c[2]; unsigned d : 4 };
flags f;
active proctype A() {
	f.a = 2; f.b = 3; f.c[1] = 2; f.d = 17;
	assert(f.a == 0 && f.b == 1 && f.d == 1)
}
