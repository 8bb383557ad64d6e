/* The escape sequence itself is not covered by the unless.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
byte x;
active proctype A() { { x = 1; x = 2 } unless { x == 1 -> x = 5; x = 1; x = 6 }; assert(x == 6) }
