/* A receive as guard.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6
   spin: textbook */
chan c = [1] of { byte };
byte y, z;
active proctype A() { d_step { c?y; z = y + 1; y = 0 } }
active proctype B() { c!4; z == 5 }
