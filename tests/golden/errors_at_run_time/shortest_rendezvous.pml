/* A handshake counts two steps.

   gyre: check --safety --por off --merge off --shortest
   expect: verdict=violated length=5
   spin: shortest */
chan c = [0] of { byte };
byte y;
active proctype S() { c!1; c!2; c!3 }
active proctype R() { c?y; c?y; assert(y == 1) }
