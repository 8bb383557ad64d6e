/* A sender outside any atomic, a receiver inside: the receiver goes on exclusively.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=10 atomic=2
   spin: textbook */
chan c = [0] of { byte };
byte y, z;
active proctype S() { c!1; z = 1; z = 2 }
active proctype R() { atomic { c?y; y = 5; y = 6 } }
