/* A constant divisor of 0 is an error when it is evaluated, not when the model is read.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: none the C compiler may fold it in either way */
int x;
active proctype A() { x = (x == 0 -> 1 : 1 / 0); assert(x == 1) }
