/* && before ||, both weaker than the bit operators.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
bool t = true, f = false;
active proctype A() { assert(t || f && f); assert(!(f && f || f)); assert((t || f) && t); assert(1 | 0 && 1); assert(f || 2 & 2) }
