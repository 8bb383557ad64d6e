/* A process that waits lets lower ones go on.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
byte x;
active proctype A() priority 9 { x == 1; x = 2 }
active proctype B() priority 2 { x = 1; assert(x == 2) }
