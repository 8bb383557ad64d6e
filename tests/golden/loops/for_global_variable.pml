/* The loop variable may be a global.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=28 transitions=44
   spin: textbook */
byte i, n;
active proctype A() { for (i : 1 .. 2) { n = n + i } }
active proctype B() { n <= 3 }
