/* Called from different processes: locals of the caller are used.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=21 transitions=33
   spin: textbook */
byte g;
inline bump(n) { mine = mine + n; g = g + 1 }
active proctype A() { byte mine; bump(2); assert(mine == 2) }
active proctype B() { short mine = -5; bump(5); assert(mine == 0) }
