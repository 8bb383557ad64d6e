/* Negative values.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=20 transitions=20
   spin: textbook */
short s;
active proctype A() { select (s : -2 .. 1); assert(s >= -2 && s <= 1) }
