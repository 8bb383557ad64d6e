/* The escape covers the states of the main sequence, not what follows it.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=22 transitions=30
   spin: textbook */
byte x; bool stop;
active proctype A() { { x = 1 } unless { stop -> x = 9 }; x == 1 || x == 9; assert(x == 1 || x == 9) }
active proctype B() { stop = true }
