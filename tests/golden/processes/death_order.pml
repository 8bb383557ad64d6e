/* Processes die last-created first: B may die any time after its end, A only when B is gone.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=9
   spin: textbook */
active proctype A() { skip }
active proctype B() { skip }
