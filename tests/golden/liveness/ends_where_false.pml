/* A run on which a formula is false whatever follows ends in the state that shows it, not a step behind.

   gyre: check --property small
   expect: verdict=violated length=3
   spin: none cycles

   gyre: check --por off --merge off --property small --shortest
   expect: verdict=violated length=3
   spin: none cycles

   gyre: check --por off --merge off --property small --fairness weak
   expect: verdict=violated length=3
   spin: none cycles

   gyre: check --por off --merge off --property next
   expect: verdict=violated length=1
   spin: none cycles

   gyre: check --por off --merge off --property step
   expect: verdict=violated length=1
   spin: none cycles

   gyre: check --por off --merge off --property once
   expect: verdict=violated length=0
   output: ^  0 steps
   spin: none cycles */
byte x;
init { x = 1; x = 2; x = 3 }
ltl small { [] (x < 3) }
ltl next { X (x == 0) }
ltl step { [] !moves(init) }
ltl once { x == 1 }
