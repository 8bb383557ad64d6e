/* An offer that nobody accepts is no event. SPIN reports its send.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock
   spin: none SPIN reports an event that does not happen */
chan c = [0] of { byte };
trace { c!1 }
active proctype S() { c!2 }
active proctype R() { c?3 }
