/* Weak fairness lets the process that makes progress move.

   gyre: check --por off --merge off --non-progress
   expect: verdict=violated
   spin: progress

   gyre: check --por off --merge off --non-progress --fairness weak
   expect: verdict=holds
   spin: progress -f */
byte x, y;
active proctype A() { do :: x = 1; progress: x = 0 od }
active proctype B() { do :: y = 1 - y od }
