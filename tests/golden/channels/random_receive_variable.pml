/* With variables only, ?? takes the head.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
chan c = [3] of { byte };
byte x;
active proctype A() { c!3; c!1; c??x; assert(x == 3); c??x; assert(x == 1) }
