/* Channel variables can be compared and assigned.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=13
   spin: textbook */
chan a = [1] of { byte }; chan b = [1] of { byte }; chan c;
active proctype A() { byte x; assert(a != b); c = a; assert(c == a && c != b); c!5; assert(len(a) == 1); a?x; assert(x == 5); c = b; c!6; b?x; assert(x == 6) }
