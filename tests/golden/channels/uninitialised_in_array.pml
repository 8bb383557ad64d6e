/* chan names without a channel, filled later.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6
   spin: textbook */
chan a = [1] of { byte };
chan t[2];
byte x;
active proctype A() { t[1] = a; t[1]!7; a?x; assert(x == 7 && t[0] == 0) }
