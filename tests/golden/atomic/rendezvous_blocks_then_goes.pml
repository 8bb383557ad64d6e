/* Nobody is there at first: the atomic waits, then goes on.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=11 transitions=13 atomic=1
   spin: textbook */
chan c = [0] of { byte };
byte y;
active proctype S() { atomic { y = 1; c!1; y = 3 } }
active proctype R() { byte v; y == 1; y = 2; c?v; assert(y >= 2) }
