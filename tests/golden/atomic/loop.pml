/* A loop inside an atomic.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=14 atomic=36
   spin: textbook */
byte x;
active proctype A() { atomic { do :: x < 5 -> x++ :: else -> break od }; assert(x == 5) }
active proctype B() { assert(x == 0 || x == 5) }
