/* An array of channels: one channel per element.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=10
   spin: textbook */
chan c[3] = [1] of { byte };
byte x;
active proctype A() { byte i = 1; c[0]!10; c[i]!11; c[i + 1]!12; c[2]?x; assert(x == 12); c[0]?x; assert(x == 10); assert(len(c[1]) == 1 && len(c[0]) == 0) }
