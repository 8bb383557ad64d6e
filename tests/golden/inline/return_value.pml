/* An inline with a result, in an assignment.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
byte x;
inline maximum(a, b) { if :: a > b -> return a :: else -> return b fi }
active proctype A() { byte p = 3, q = 5; x = maximum(p, q); assert(x == 5) }
