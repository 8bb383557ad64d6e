/* Unary minus binds tighter than any binary operator.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
int a = 3;
active proctype A() { assert(-a + 5 == 2); assert(-a * -a == 9); assert(5 - -a == 8); assert(-(a - 5) == 2); assert(- - a == 3) }
