/* A process whose provided clause is false takes nothing from a rendezvous channel.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=1 transitions=1
   spin: textbook */
byte ok;
chan c = [0] of { byte };
active proctype S() { end: c!1 }
active proctype R() provided (ok == 1) { end: c?_; assert(false) }
