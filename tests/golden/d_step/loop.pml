/* A loop inside.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte x, y;
active proctype A() { d_step { do :: x < 10 -> x++; y = y + x :: else -> break od; x = 0 }; assert(y == 55) }
