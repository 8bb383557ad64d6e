/* Every process that can receive is a transition of its own.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
chan c = [0] of { byte };
byte y;
active proctype S() { c!1 }
active [3] proctype R() { end: c?y; y = 2 }
