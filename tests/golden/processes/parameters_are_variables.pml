/* Parameters may be assigned.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
proctype P(byte a, b; short c) { a++; b = a + c; assert(b == 6) }
init { run P(1, 0, 4) }
