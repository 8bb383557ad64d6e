/* Exclusive access claims that are true.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=9
   spin: textbook */
chan c = [2] of { byte };
byte y;
active proctype S() { xs c; c!1; c!2 }
active proctype R() { xr c; c?y; c?y }
