/* In a rendezvous the receiver's half comes after the sender's: there _last is the sender.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=36 transitions=45
   spin: textbook */
byte r = 9, s;
chan c = [0] of { byte };
active proctype A() { r = 3 }
active proctype B() { c!_last; atomic { c!2; s = _last } }
active proctype C() { byte a[4]; c?a[_last]; assert(a[1] != 1 || _last < 4); atomic { c?s; r = _last; r = _last + 10 } }
