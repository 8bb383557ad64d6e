/* A variable upper bound.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=15 transitions=15
   spin: textbook */
byte x, hi = 2;
active proctype A() { select (x : 0 .. hi); assert(x <= 2) }
