/* A range below 0.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=17 transitions=17
   spin: textbook */
short s;
active proctype A() { short i; for (i : -2 .. 1) { s = s * 10 + i }; assert(s == -2 * 1000 - 100 + 1) }
