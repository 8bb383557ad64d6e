/* A D_proctype with a choice breaks its promise.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=nondeterminism
   spin: none the name of this kind of error is left open */
byte x;
active D_proctype A() { if :: x = 1 :: x = 2 fi }
