/* A rendezvous receive as the escape: a handshake that the other side starts.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=12
   spin: textbook */
chan c = [0] of { byte };
byte x;
active proctype A() { { x = 1; x = 2; x = 3 } unless { c?x; x = x + 10 } }
active proctype B() { end: c!7 }
