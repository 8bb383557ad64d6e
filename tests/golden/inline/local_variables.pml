/* Variables declared inside; two calls have two of them.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9
   spin: textbook */
byte r;
inline sq(v) { byte t = v; t = t * t; r = r + t }
active proctype A() { sq(2); sq(3); assert(r == 13) }
