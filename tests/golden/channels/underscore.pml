/* `_` takes a field and forgets it.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
chan c = [2] of { byte, byte };
byte y;
active proctype A() { c!1,2; c!3,4; c?_,y; assert(y == 2); c?y,_; assert(y == 3) }
