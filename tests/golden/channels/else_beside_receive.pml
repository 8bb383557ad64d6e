/* else beside a receive: SPIN calls it dubious; it means that the receive is not possible.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
chan c = [1] of { byte };
byte x;
active proctype A() { if :: c?x -> assert(false) :: else -> x = 1 fi; do :: c!1 :: else -> break od; if :: c?x -> x = 5 :: else -> assert(false) fi }
