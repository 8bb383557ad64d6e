/* A receive as the escape.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=18 transitions=24
   spin: textbook */
chan c = [1] of { byte };
byte x;
active proctype A() { { x = 1; x = 2; x = 3 } unless { c?x; x = x + 10 } }
active proctype B() { c!7 }
