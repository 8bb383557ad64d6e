/* The outer escape has priority over the inner one.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
byte x;
active proctype A() { { { x = 1; x = 2; x = 3 } unless { d_step { x == 2 -> x = 20 } } } unless { x == 2 -> x = 30 }; assert(x == 30) }
