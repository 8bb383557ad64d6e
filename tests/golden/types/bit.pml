/* A bit keeps the lowest bit of what is assigned.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=10
   spin: textbook */
bit b;
active proctype A() {
	b = 2; assert(b == 0);
	b = 3; assert(b == 1);
	b = -1; assert(b == 1);
	b = 256; assert(b == 0)
}
