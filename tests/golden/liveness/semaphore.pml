/* A semaphore that B may take again and again: A is enabled again and again, but not always, so that weak fairness
   lets it starve and strong fairness does not. By statements, weak fairness is no better; by edges, strong fairness
   serves A as well.

   gyre: check --por off --merge off --property served --fairness weak
   expect: verdict=violated
   spin: none cycles

   gyre: check --por off --merge off --property served --fairness weak --search nested
   expect: verdict=violated
   spin: none cycles

   gyre: check --por off --merge off --property served --fairness strong
   expect: verdict=holds
   spin: none SPIN has no strong fairness

   gyre: check --por off --merge off --property served --fairness strong --fairness-unit transition
   expect: verdict=holds
   spin: none SPIN has no strong fairness

   gyre: check --por off --merge off --property served --fairness weak --fairness-unit transition
   expect: verdict=violated
   spin: none SPIN has no units

   gyre: check --por off --merge off --property served --fairness strong --fairness-unit edge
   expect: verdict=holds
   spin: none SPIN has no strong fairness */
bool free = true, got;
active proctype A() { atomic { free -> free = false }; got = true; free = true }
active proctype B() { do :: atomic { free -> free = false }; free = true od }
ltl served { <> got }
