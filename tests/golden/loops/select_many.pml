/* More than 32 values.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=205 transitions=205
   spin: textbook */
byte x;
active proctype A() { select (x : 0 .. 40); assert(x <= 40) }
