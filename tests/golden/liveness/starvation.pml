/* B starves A if it may run alone. A is always enabled, so weak fairness is enough.

   gyre: check --por off --merge off --property served
   expect: verdict=violated
   spin: none cycles

   gyre: check --por off --merge off --property served --fairness weak
   expect: verdict=holds
   spin: none cycles

   gyre: check --por off --merge off --property served --fairness weak --search nested
   expect: verdict=holds
   spin: none cycles

   gyre: check --por off --merge off --property served --fairness weak --search magic
   expect: verdict=holds
   spin: none cycles

   gyre: check --por off --merge off --property served --fairness strong --store tree
   expect: verdict=holds
   spin: none SPIN has no strong fairness */
bool done, tick;
active proctype A() { done = true }
active proctype B() { do :: tick = !tick od }
ltl served { <> done }
