/* The channel is chosen when the statement is executed.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9
   spin: textbook */
chan c[2] = [1] of { byte };
byte i, x;
active proctype A() { c[i]!5; i = 1; c[i]!6; c[1 - i]?x; assert(x == 5); c[i]?x; assert(x == 6) }
