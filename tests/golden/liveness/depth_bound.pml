/* A bound on the depth, for a formula: the cycle is found only where it lies within, and `holds` is never said where
   something was cut off.

   gyre: check --por off --merge off --property p --depth 5
   expect: verdict=inconclusive
   output: the depth limit of 5 cut the search off
   spin: none depth bound

   gyre: check --por off --merge off --property p --depth 5 --search nested
   expect: verdict=inconclusive
   spin: none depth bound

   gyre: check --por off --merge off --property p --depth 40
   expect: verdict=violated
   spin: none depth bound

   gyre: check --por off --merge off --property q --depth 40
   expect: verdict=holds
   spin: none depth bound

   gyre: check --por off --merge off --property q --depth 5
   expect: verdict=inconclusive
   spin: none depth bound

   gyre: check --por off --merge off --property p --depth 5 --fairness strong
   expect: exit=2
   output: a depth bound is for a nested or a single depth-first search
   spin: none depth bound */
byte x;
active proctype P()
{
	do
	:: x < 10 -> x = x + 1
	:: x == 10 -> x = 9
	od
}
ltl p { []<> (x < 9) }
ltl q { <> (x == 10) }
