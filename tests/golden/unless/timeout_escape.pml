/* timeout as an escape.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
byte x;
active proctype A() { { x == 5; x = 6 } unless { timeout -> x = 9 }; assert(x == 9) }
