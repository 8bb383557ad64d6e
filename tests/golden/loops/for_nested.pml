/* Nested loops.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=35 transitions=35
   spin: textbook */
byte n;
active proctype A() { byte i, j; for (i : 0 .. 2) { for (j : i .. 2) { n++ } }; assert(n == 6) }
