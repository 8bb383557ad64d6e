/* The cycle without progress.

   gyre: check --por off --merge off --non-progress --errors 0
   expect: verdict=violated kinds=non-progress-cycle
   spin: progress */
byte x;
active proctype A() { do :: x = 1; progress: x = 0 :: x = 2 od }
