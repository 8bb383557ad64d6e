/* break out of a loop inside a d_step, twice.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte x, y;
active proctype A() { d_step { do :: x < 5 -> x++; if :: x == 3 -> break :: else fi :: else -> break od; do :: y < x -> y++ :: else -> break od }; assert(x == 3 && y == 3) }
