/* With --unless-order inner the inner escape wins (pan -J).

   gyre: check --safety --por off --merge off --errors 0 --unless-order inner
   expect: verdict=holds states=6 transitions=6
   spin: textbook pan:-J */
byte x;
active proctype A() { { { x = 1; x = 2; x = 3 } unless { d_step { x == 2 -> x = 20 } } } unless { x == 2 -> x = 30 }; assert(x == 20) }
