/* Exactly 32 values.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=65 transitions=65
   spin: textbook */
byte x;
active proctype A() { select (x : 1 .. 32) }
