/* Sending in a loop.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=112 transitions=196
   spin: textbook */
chan c = [3] of { byte };
active proctype A() { byte i; for (i : 1 .. 3) { c!i } }
active proctype B() { byte i, v; for (i : 1 .. 3) { c?v; assert(v == i) } }
