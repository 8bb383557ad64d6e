/* Without fairness B alone may run for ever; weak fairness lets A move.

   gyre: check --por off --merge off --property p
   expect: verdict=violated
   spin: cycles p

   gyre: check --por off --merge off --property p --fairness weak
   expect: verdict=holds
   spin: cycles p -f

   gyre: check --por off --merge off --property q --fairness weak
   expect: verdict=violated
   spin: cycles q -f */
bit x, y;
active proctype A() { do :: x = 1 - x od }
active proctype B() { do :: y = 1 - y od }
ltl p { <> x }
ltl q { <>[] x }
