/* An end label inside an atomic is respected where the process blocks.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=2 transitions=2 atomic=1
   spin: textbook */
byte x;
active proctype A() { atomic { x = 1; end: x == 2; x = 3 } }
