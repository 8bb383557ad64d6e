/* A d_step does not run in the middle of a handshake of others. In pan it does when it begins with assert or printf
   (6 states, 12 transitions).

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=10
   spin: none pan runs the d_step between a send and its receive */
chan c0 = [0] of { short };
int g2;
active proctype A0() { do :: c0?g2 od }
active proctype A1() { d_step { assert(2) } }
active proctype A2() { do :: c0!1; skip od }
