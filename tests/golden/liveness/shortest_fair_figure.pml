/* Holzmann's Figure 8.9: two states, two processes that take turns. The copies of the fairness construction give a cycle
   of four steps (Figure 8.10); there is one of two.

   gyre: check --property f --shortest
   expect: verdict=violated length=2
   spin: none cycles

   gyre: check --property f --shortest --fairness weak
   expect: verdict=violated length=2
   output: 2 steps, the cycle begins after step 0
   spin: none cycles

   gyre: check --property f --shorten --fairness weak
   expect: verdict=violated length=2
   spin: none cycles

   gyre: check --property f --shortest --fairness strong
   expect: verdict=violated length=2
   spin: none SPIN has no strong fairness

   gyre: check --property f --shortest --fairness impartial
   expect: verdict=violated length=2
   spin: none SPIN has no impartiality */
bool second;
active proctype There() { do :: d_step { !second -> second = true } od }
active proctype Back() { do :: d_step { second -> second = false } od }
ltl f { <> [] !second }
