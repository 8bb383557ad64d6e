/* Sorted send and random receive inside.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
chan c = [3] of { byte };
byte y;
active proctype A() { d_step { c!!3; c!!1; c!!2; c??2; c?y }; assert(y == 1 && len(c) == 1) }
