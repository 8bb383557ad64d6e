/* An invariant that holds is not vacuous, although its claim stays where it is.

   gyre: check --por off --merge off --property invariant
   expect: verdict=holds
   output: the formula holds on all runs\n
   spin: none cycles */
byte x;
active proctype B() { do :: x = 1 - x od }
ltl invariant { [] (x < 2) }
