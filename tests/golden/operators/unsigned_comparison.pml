/* unsigned variables are compared as numbers without sign, results are ints.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
unsigned u : 4 = 3; unsigned v : 4 = 5;
active proctype A() { assert(u - v == -2); assert(u < v); assert(u - v < 0) }
