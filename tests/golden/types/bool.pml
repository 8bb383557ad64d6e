/* A bool is a bit: only the lowest bit of a value is kept, so 2 is false.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=10
   spin: textbook */
bool b = true;
active proctype A() {
	b = 2; assert(!b);
	b = !b; assert(b && b == 1);
	b = 7; assert(b == true);
	b = false; assert(b == 0)
}
