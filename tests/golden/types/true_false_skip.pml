/* true is 1, false is 0, and skip is just another way to write 1.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=10
   spin: textbook */
byte x;
active proctype A() { x = true + true; assert(x == 2); x = false; x = x + skip; assert(x == 1); true; skip; 1 }
