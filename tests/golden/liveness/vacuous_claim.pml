/* A claim without an accept label that never ends cannot be violated, whatever the model does: that is said. An accept
   label of a process would make a difference.

   gyre: check --por off --merge off --property never
   expect: verdict=holds
   output: VACUOUSLY: the claim can reach no accept label
   spin: none cycles

   gyre: check --por off --merge off --property never -DLABEL
   expect: verdict=violated
   spin: none cycles */
byte x;
#ifdef LABEL
active proctype P() { accept: do :: x < 3 -> x++ :: x > 0 -> x-- od }
#else
active proctype P() { do :: x < 3 -> x++ :: x > 0 -> x-- od }
#endif
never { S0: do :: x == 2 -> goto S1 :: else od; S1: do :: true od }
