/* A pid is a byte.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
pid p = 255;
active proctype A() {
	p++; assert(p == 0);
	p = -1; assert(p == 255);
	p = _pid; assert(p == 0)
}
