/* The search goes down a long way first; the shortest lasso has one step, a stem of none and a cycle of one.

   gyre: check --por off --merge off --property p
   expect: verdict=violated
   spin: none cycles

   gyre: check --por off --merge off --property p --shortest
   expect: verdict=violated length=1
   spin: none cycles */
byte x;
active proctype A() { do :: x < 20 -> x++ :: x == 0 :: x == 20 -> x = 0 od }
ltl p { <> (x == 30) }
