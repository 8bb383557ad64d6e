/* The receive of a handshake that the trace does not expect. (SPIN loses the sends of process 0 if the trace comes before the
   proctypes.)

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=trace states=5 transitions=5
   spin: textbook */
chan c = [0] of { byte };
byte y;
active proctype S() { c!1; c!2 }
active proctype R() { c?y; c?y }
trace { do :: c!1; c?1 :: c!2; c?1 od }
