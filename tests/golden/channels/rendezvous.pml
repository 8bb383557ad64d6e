/* A rendezvous is one transition and one stored state, but two steps of depth: 2 handshakes + 2 deaths = 5 states.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
chan c = [0] of { byte };
byte y;
active proctype S() { c!1; c!2 }
active proctype R() { c?y; c?y }
