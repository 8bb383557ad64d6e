/* With a choice and a loop.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=15 transitions=15
   spin: textbook */
byte x;
inline pick(v) { if :: v = 1 :: v = 2 fi }
active proctype A() { byte k; pick(k); do :: x < k -> x++ :: else -> break od; assert(x == k) }
