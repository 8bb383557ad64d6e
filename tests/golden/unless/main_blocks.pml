/* The main sequence waits for ever, the escape saves it.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=13
   spin: textbook */
byte x; bool stop;
active proctype A() { { x == 5; x = 6 } unless { stop -> x = 9 }; assert(x == 9) }
active proctype B() { stop = true }
