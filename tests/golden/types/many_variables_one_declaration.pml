/* Several variables, arrays and initialisers in one declaration.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=3 transitions=3
   spin: textbook */
byte a = 1, b[2] = 2, c;
short d, e = -1;
active proctype A() { int f = a, g[2], h = a + 1; assert(a + b[0] + b[1] + c + d + e + f + g[1] + h == 7) }
