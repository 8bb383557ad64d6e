/* Parameters of an active process are 0.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
active proctype A(byte x; short y) { assert(x == 0 && y == 0); x = 3; y = x }
