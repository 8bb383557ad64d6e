/* Labels inside an inline that is called once.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=11 transitions=11
   spin: textbook */
byte x;
inline upto(n) { skip; again: if :: x < n -> x++; goto again :: else fi }
active proctype A() { upto(3); assert(x == 3) }
