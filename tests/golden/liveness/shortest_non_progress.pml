/* The claim for non-progress goes round a step later than the system if the state before is one of progress, or there is
   none before. That step is not counted: the run is the same.

   gyre: check --non-progress --shortest
   expect: verdict=violated length=3
   output: 3 steps, the cycle begins after step 1
   spin: none progress

   gyre: check --non-progress --shortest --fairness weak
   expect: verdict=violated length=5
   spin: none progress

   gyre: check --non-progress --shortest -DQUIET
   expect: verdict=violated length=1
   output: 1 steps?, the cycle begins after step 0
   spin: none progress */
bit x, y;
active proctype P() {
#ifdef QUIET
  do :: x == 0 od
#endif
progress: x = 1; do :: x = 0; x = 1 od
}
active proctype Q() { do :: y = 1 - y od }
