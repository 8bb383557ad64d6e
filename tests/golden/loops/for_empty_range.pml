/* A range that is empty.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
byte x, three = 3;
active proctype A() { byte i; for (i : three .. 1) { x = 9 }; assert(x == 0 && i == 3) }
