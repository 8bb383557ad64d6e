/* Several senders offer.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=11 transitions=11
   spin: textbook */
chan c = [0] of { byte };
byte y;
active [2] proctype S() { c!_pid }
active proctype R() { c?y; c?y }
