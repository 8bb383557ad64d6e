/* ... with the parameters in place.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
proctype P(byte p; short q) { byte a = p + 1; short b = q - a; assert(a == 4 && b == -14) }
init { run P(3, -10) }
