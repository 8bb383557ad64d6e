/* The same parameter names in nested calls.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
byte x, y;
inline set(a, b) { a = b }
inline both(a, b) { set(a, 1); set(b, 2) }
active proctype A() { both(x, y); assert(x == 1 && y == 2); both(y, x); assert(y == 1 && x == 2) }
