/* So does one that ends in a deadlock, which is reported besides.

   gyre: check --por off --merge off --property p
   expect: verdict=violated
   spin: cycles p

   gyre: check --por off --merge off --errors 0
   expect: verdict=violated verdict:p=violated kinds=deadlock,acceptance-cycle
   spin: none SPIN does not look for deadlocks with a claim */
byte x;
active proctype A() { x = 1; x == 7; x = 2 }
ltl p { <> (x == 2) }
