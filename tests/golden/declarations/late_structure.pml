/* A late structure declaration is a step.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
typedef rec { byte a; byte b[2] };
byte g;
active proctype A() { g = 1; rec r; r.b[1] = 2; g = r.b[1] + r.a; assert(g == 2) }
