/* Only the runnable processes of the highest priority move.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9
   spin: textbook */
byte x;
active proctype A() priority 5 { x = 1; x = 2 }
active proctype B() priority 3 { assert(x == 2); x = 3 }
active proctype C() { assert(x == 3) }
