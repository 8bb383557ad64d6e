/* run is a step; write-only x is part of the state.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=18 transitions=21
   spin: textbook */
byte x;
proctype P(byte v) { x = v }
init { run P(1); run P(2) }
