/* An inline is expanded where it is called.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
byte x;
inline inc(n) { x = x + n }
active proctype A() { inc(2); inc(3); assert(x == 5) }
