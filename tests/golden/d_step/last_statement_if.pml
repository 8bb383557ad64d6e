/* A selection as the last statement.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=9
   spin: textbook */
byte x;
active [2] proctype A() { d_step { x++; if :: x == 1 -> x = 5 :: else -> x = 6 fi } }
