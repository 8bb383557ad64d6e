/* The same processes over both kinds of channel.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
chan r = [0] of { byte }; chan b = [1] of { byte };
active proctype A() { r!1; b!2 }
active proctype B() { byte x; r?x; b?x; assert(x == 2) }
