/* ... or part of a d_step.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte g;
active proctype A() { d_step { byte a; byte b = 3; g = a + b; byte c = g }; assert(g == 3) }
