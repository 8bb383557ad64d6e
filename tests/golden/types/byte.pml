/* A byte keeps eight bits.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=12 transitions=12
   spin: textbook */
byte b = 255;
active proctype A() {
	b = b + 1; assert(b == 0);
	b--; assert(b == 255);
	b++; assert(b == 0);
	b = -1; assert(b == 255);
	b = 1000; assert(b == 232)
}
