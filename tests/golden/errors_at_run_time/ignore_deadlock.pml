/* --ignore leaves a kind of error out.

   gyre: check --safety --por off --merge off --errors 0 --ignore deadlock
   expect: verdict=holds
   spin: none pan -E, not an option of the oracle */
byte x;
active proctype A() { x = 1; x == 2 }
