/* Both in the middle of atomics that began before.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=27 transitions=47 atomic=53
   spin: textbook */
chan c = [0] of { byte };
byte y, z;
active proctype S() { atomic { z = 1; z = 2; c!1; z = 3; z = 4 } }
active proctype R() { atomic { y = 1; y = 2; c?y; y = 5; y = 6 } }
active proctype O() { assert(z != 1); assert(y != 5) }
