/* A failed assertion is a step like any other: the search goes on.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=assertion states=5 transitions=5
   spin: textbook */
byte x;
active proctype A() { x = 1; assert(x == 2); x = 3 }
