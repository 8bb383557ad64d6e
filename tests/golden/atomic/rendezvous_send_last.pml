/* The send is the last statement of its atomic.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=10 atomic=3
   spin: textbook */
chan c = [0] of { byte };
byte y, z;
active proctype S() { atomic { z = 1; c!1 }; z = 2 }
active proctype R() { atomic { c?y; y = 5; y = 6 }; y = 7 }
