/* Channel operations with parameters.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
chan c = [1] of { byte };
inline put(q, v) { q!v }
inline get(q, v) { q?v }
byte x;
active proctype A() { put(c, 4); get(c, x); assert(x == 4) }
