/* A D_proctype with a choice breaks its promise.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=nondeterminism
   spin: kinds */
byte x;
active D_proctype A() { if :: x = 1 :: x = 2 fi }
