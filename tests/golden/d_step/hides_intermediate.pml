/* Other processes never see what is between.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=9
   spin: textbook */
byte x;
active proctype A() { d_step { x = 1; x = 2; x = 0 } }
active proctype B() { assert(x == 0) }
