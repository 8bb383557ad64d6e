/* Wrap-around in the middle of an expression.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
int big = 2147483647; short s;
active proctype A() { assert(big + 1 - 1 == big); s = big; assert(s == -1); s = big - 65536 * 3; assert(s == -1); assert(big * big == 1) }
