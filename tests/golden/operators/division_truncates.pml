/* Division goes towards 0 and the remainder takes the sign of the dividend.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
int a = -7, b = 7;
active proctype A() { assert(a / 2 == -3); assert(a % 2 == -1); assert(b / -2 == -3); assert(b % -2 == 1); assert(a / -2 == 3); assert(a % -4 == -3) }
