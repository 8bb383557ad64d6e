/* And 33.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=67 transitions=67
   spin: textbook */
byte x;
active proctype A() { select (x : 1 .. 33) }
