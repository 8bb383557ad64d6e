/* Where an escape can receive the statement that it guards cannot, in a rendezvous either.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
chan c = [0] of { byte };
active proctype S() { c!1 }
active proctype R() { { c?1; assert(false) } unless { c?1 } }
