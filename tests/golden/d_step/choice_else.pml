/* else counts last, wherever it stands.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
byte x;
active proctype A() { d_step { if :: else -> x = 7 :: x == 0 -> x = 1 fi }; d_step { if :: x == 5 -> x = 6 :: else -> x = 2 fi }; assert(x == 2) }
