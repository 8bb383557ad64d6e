/* If the receiver is not in an atomic, the sender loses its own at the rendezvous.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=13 atomic=4
   spin: textbook */
chan c = [0] of { byte };
byte y, z;
active proctype S() { atomic { c!1; z = 1; z = 2 } }
active proctype R() { c?y; y = 5; y = 6 }
