/* An atomic as escape.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=17 transitions=22 atomic=12
   spin: textbook */
byte x; bool stop;
active proctype A() { { x = 1; x = 2 } unless { atomic { stop -> x = 8; x = 9 } } }
active proctype B() { stop = true; assert(x != 8) }
