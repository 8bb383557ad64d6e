/* An offer that nobody takes is no transition.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=1 transitions=1
   spin: textbook */
chan c = [0] of { byte };
active proctype S() { c!1 }
active proctype R() { c?2; skip }
