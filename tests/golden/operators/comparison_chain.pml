/* Comparisons group from the left and give 0 or 1.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
active proctype A() { assert((3 > 2 > 1) == 0); assert(3 > 2 == 1); assert((1 < 2 < 2) == 1); assert((5 == 5 == 1) == 1); assert((2 != 3 != 0) == 1) }
