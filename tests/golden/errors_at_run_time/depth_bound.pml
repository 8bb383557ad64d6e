/* A bound that cuts something off: no verdict but inconclusive.

   gyre: check --safety --por off --merge off --search bounded --depth 3
   expect: verdict=inconclusive exit=3
   spin: none there is no such verdict in SPIN */
byte x;
active proctype A() { do :: x < 100 -> x++ :: else -> break od; assert(false) }
