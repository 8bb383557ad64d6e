/* Channels and enabledness in formulas.

   gyre: check --por off --merge off --property p
   expect: verdict=holds
   spin: cycles p

   gyre: check --por off --merge off --property q
   expect: verdict=violated
   spin: cycles q */
chan c = [2] of { byte };
byte y;
active proctype S() { do :: c!1 od }
active proctype R() { do :: c?y od }
ltl p { [] (len(c) <= 2) }
ltl q { <> (len(c) == 2) }
