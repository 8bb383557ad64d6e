/* An end label in a trace is a valid place to stop.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
chan c = [2] of { byte };
byte y;
trace { end: do :: c!1; c?_ od }
active proctype A() { c!1; c?y; c!1; c?y; end: false }
