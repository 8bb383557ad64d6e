/* Arguments are converted to the type of the parameter.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
proctype P(byte a; bit b; short c; bool d) { assert(a == 1 && b == 0 && c == -1 && d == 1) }
init { run P(257, 2, 65535, 3) }
