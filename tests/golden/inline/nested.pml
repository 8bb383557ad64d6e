/* An inline that calls another.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
byte x;
inline one(v) { v++ }
inline two(w) { one(w); one(w) }
inline four(u) { two(u); two(u) }
active proctype A() { four(x); assert(x == 4) }
