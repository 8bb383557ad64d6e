/* The same for assertions.

   gyre: check --safety --por off --merge off --errors 0 --ignore assert
   expect: verdict=violated kinds=deadlock
   spin: none pan -A, not an option of the oracle */
byte x;
active proctype A() { x = 1; assert(x == 2); x == 2 }
