/* A rendezvous hands control to the receiver's atomic; the sender's atomic is suspended there.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=7 atomic=4
   spin: textbook */
chan c = [0] of { byte };
byte y, z;
active proctype S() { atomic { c!1; z = 1; z = 2 } }
active proctype R() { atomic { c?y; y = 5; y = 6 } }
