/* Inside an atomic.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=28 transitions=28 atomic=12
   spin: textbook */
byte x, y;
active proctype A() { atomic { select (x : 0 .. 2); select (y : 0 .. 2) }; assert(x + y <= 4) }
