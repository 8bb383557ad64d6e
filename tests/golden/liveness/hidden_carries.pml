/* A hidden variable that carries a value from one step to another is part of the state where cycles are looked for: with
   the value of the first arrival at x == 1 the run that never sees x == 2 would be overlooked.

   gyre: check --por off --merge off --property often
   expect: verdict=violated
   spin: none order dependent

   gyre: check --por off --merge off --property often --search scc
   expect: verdict=violated
   spin: none order dependent

   gyre: check --por off --merge off --property often --fairness strong
   expect: verdict=violated
   spin: none order dependent

   gyre: check --por off --merge off --property known
   expect: verdict=holds
   spin: none order dependent */
hidden byte h;
byte x;
active proctype A()
{
	do
	:: x == 0 -> x = 1; h = 1
	:: x == 0 -> x = 1; h = 0
	:: x == 1 && h == 1 -> x = 2; h = 0
	:: x == 1 && h == 0 -> x = 0; h = 1
	:: x == 2 -> x = 0
	od
}
ltl often { []<> (x == 2) }
ltl known { [] (x == 0 -> <> (x == 1)) }
