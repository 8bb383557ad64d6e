/* A handshake in the main sequence.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=11 transitions=13
   spin: textbook */
chan c = [0] of { byte };
byte x; bool stop;
active proctype A() { { c?x; x = x + 1 } unless { stop -> x = 9 } }
active proctype B() { stop = true; end: c!7 }
