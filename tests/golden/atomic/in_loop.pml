/* An atomic as the body of a loop.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=16 transitions=25 atomic=12
   spin: textbook */
byte x, y;
active [2] proctype A() { do :: atomic { x < 3 -> x++; y = x } :: x == 3 -> break od; assert(y == 3) }
