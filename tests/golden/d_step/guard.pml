/* Its first statement may block: it is the guard of the whole.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
byte x;
active proctype A() { d_step { x == 1 -> x = 2; x = 3 } }
active proctype B() { x = 1; x == 3; x = 4 }
