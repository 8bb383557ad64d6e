/* Buffered channel operations inside.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
chan c = [2] of { byte };
byte y;
active proctype A() { d_step { c!1; c!2; c?y; c!3 }; assert(y == 1 && len(c) == 2) }
