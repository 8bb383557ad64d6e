/* A label before the closing brace of a block: what follows the block.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
byte x;
active proctype A() {
	{ x = 1; if :: x == 1 -> goto L :: else fi; x = 5; L: };
	x = x + 1;
	assert(x == 2)
}
