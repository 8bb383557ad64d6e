/* A handshake is two events, the send first. (SPIN loses the sends of process 0 if the trace comes before the
   proctypes.)

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
chan c = [0] of { byte };
byte y;
active proctype S() { c!1; c!1 }
active proctype R() { c?y; c?y }
trace { do :: c!1; c?1 od }
