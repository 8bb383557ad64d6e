/* Two independent processes, one of them at an accept label for ever: an acceptance cycle plainly, and one in which
   both move under every fairness. Each state of the system is stored once, whatever the search.

   gyre: check --acceptance --por off --merge off
   expect: verdict=violated
   spin: none cycles

   gyre: check --acceptance --fairness weak --por off --merge off
   expect: verdict=violated
   output: in the cycle A \(0\) moves
   output: in the cycle B \(1\) moves
   spin: none cycles

   gyre: check --acceptance --fairness weak --search nested --por off --merge off -v
   expect: verdict=violated
   output: 4 entries in the store
   spin: none cycles

   gyre: check --acceptance --fairness strong --por off --merge off
   expect: verdict=violated
   spin: none SPIN has no strong fairness

   gyre: check --acceptance --fairness impartial --por off --merge off
   expect: verdict=violated
   spin: none SPIN has no impartiality */
active proctype A() { bit i; accept: do :: i = 1 - i od }
active proctype B() { bit i; do :: i = 1 - i od }
