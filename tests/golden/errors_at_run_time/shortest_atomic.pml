/* Inner steps of atomics count, and the step through which they are left.

   gyre: check --safety --por off --merge off --shortest
   expect: verdict=violated length=6
   spin: shortest */
byte x;
active proctype A() { atomic { if :: x = 1 :: x = 2 fi; x++; goto L }; skip; L: atomic { x++; x++; assert(x == 4) } }
