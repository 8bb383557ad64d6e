/* A range of one value.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte x;
active proctype A() { select (x : 7 .. 7); assert(x == 7) }
