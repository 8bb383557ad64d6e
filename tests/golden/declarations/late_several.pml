/* Each variable of a late declaration is a step of its own, from left to right.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
byte g;
active proctype A() { g = 1; byte a, b = 4, c; g = a + b + c; assert(g == 4) }
