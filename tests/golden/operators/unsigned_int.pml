/* An unsigned of 32 bits.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6
   spin: textbook */
unsigned u : 31;
active proctype A() { u = -1; assert(u == 2147483647); u++; assert(u == 0) }
