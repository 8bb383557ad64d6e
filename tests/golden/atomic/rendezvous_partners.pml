/* Several partners, with and without atomics.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=11 atomic=6
   spin: textbook */
chan c = [0] of { byte };
byte y, z;
active proctype S() { atomic { c!1; z = 1; z = 2 } }
active proctype R1() { end: atomic { c?y; y = 5; y = 6 } }
active proctype R2() { end: c?y; y = 7 }
