/* else next to a send that nobody takes: SPIN warns and lets else go first if no partner is there.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=19
   spin: textbook */
chan c = [0] of { byte };
byte x, y;
active proctype S() { if :: x == 1 -> c!1 :: else -> x = 2 fi }
active proctype R() { if :: y == 1 -> c?y :: else -> skip fi }
