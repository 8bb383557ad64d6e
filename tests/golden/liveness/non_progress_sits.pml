/* A process that sits at its progress label makes every cycle of the others progress.

   gyre: check --por off --merge off --non-progress
   expect: verdict=violated
   spin: progress

   gyre: check --por off --merge off --non-progress -DSITS
   expect: verdict=holds
   spin: progress */
byte x;
#ifdef SITS
active proctype A() { progress: x == 9 }
#else
active proctype A() { x = 1; progress: x == 9 }
#endif
active proctype B() { byte y; do :: y = 1 - y od }
