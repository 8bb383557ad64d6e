/* else may stand before the other options.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=10
   spin: textbook */
byte x;
active proctype A() { do :: else -> break :: x < 3 -> x++ od; assert(x == 3) }
