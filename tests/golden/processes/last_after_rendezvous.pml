/* The last process that moved in a rendezvous is the receiver.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6
   spin: textbook */
chan c = [0] of { byte };
byte x;
active proctype S() { c!1 }
active proctype R() { c?_; x = _last; assert(x == 1) }
