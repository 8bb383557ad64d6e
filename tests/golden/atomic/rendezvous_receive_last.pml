/* The receive is the last statement of its atomic: nobody has precedence afterwards.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=11 transitions=14 atomic=5
   spin: textbook */
chan c = [0] of { byte };
byte y, z;
active proctype S() { atomic { c!1; z = 1; z = 2 } }
active proctype R() { atomic { y = 4; c?y }; y = 5; y = 6 }
