/* The bit operators bind weaker than comparisons: 6 & 2 == 2 is 6 & 1.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
int a = 6;
active proctype A() { assert((a & 2 == 2) == 0); assert((a & 3 == 3) == 0); assert((a & 2) == 2); assert((a | 1 == 1) == 7); assert((a ^ 1 == 1) == 7) }
