/* The same for rendezvous.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
chan c[2] = [0] of { byte };
byte y;
active [2] proctype S() { c[_pid]!_pid + 5 }
active proctype R() { c[1]?y; assert(y == 6); c[0]?y; assert(y == 5) }
