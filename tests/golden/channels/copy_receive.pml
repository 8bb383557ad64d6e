/* ?<> copies the message and leaves it there.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=12 transitions=12
   spin: textbook */
chan c = [2] of { byte };
byte x;
active proctype A() { c!4; c!5; c?<x>; assert(x == 4 && len(c) == 2); c?x; c?<x>; assert(x == 5); c?<5>; c?x; assert(empty(c)) }
