/* Any expression may be sent.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
chan c = [2] of { int, bool };
int x = 3, y; bool b;
active proctype A() { c!x * x + 1, x > 2; c?y,b; assert(y == 10 && b); c!(x == 3 -> 7 : 8),!b; c?y,b; assert(y == 7 && !b) }
