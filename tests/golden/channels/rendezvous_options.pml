/* One receiver with two options for the same message: two transitions.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=12 transitions=12
   spin: textbook */
chan c = [0] of { byte };
byte y, z;
active proctype S() { c!1 }
active proctype R() { if :: c?y; z = 1 :: c?1; z = 2 :: c?2; z = 3 :: c?z fi }
