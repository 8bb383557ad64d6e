/* The result may be an expression, and stored in an array.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte a[2];
inline plus(x, y) { return x + y }
active proctype A() { a[1] = plus(2, 3); assert(a[1] == 5) }
