/* Priorities with buffered channels.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
chan c = [1] of { byte };
byte y;
active proctype S() priority 2 { c!1; c!2 }
active proctype R() priority 5 { c?y; c?y }
