/* That a process ends is seen by a formula that counts processes: x is 1 while B is still there, if A is first.

   gyre: check --property p
   expect: verdict=violated
   spin: none with a claim _nr_pr is one more */
byte x;
active proctype A() { do :: x = 1; x = 0 od }
active proctype B() { skip }
ltl p { [] !(_nr_pr == 2 && x == 1) }
