/* Two loops in one atomic.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=19 atomic=203
   spin: textbook */
byte n;
active [2] proctype A() { byte i, j; atomic { for (i : 0 .. 1) { for (j : 0 .. 2) { n++ } } } ; assert(n == 6 || n == 12) }
