/* The shortest lasso under each fairness. A alone makes an accepting cycle of two steps. B can always move, and needs two
   steps to undo what it does; C can move while x is 1 only; D while z is 1 only, which B need not bring about; but of its
   statements both can always be executed. A bound between the numbers: whoever is stricter leaves fewer runs.

   gyre: check --acceptance --shortest
   expect: verdict=violated length=2
   output: of the smallest length
   spin: none cycles

   gyre: check --acceptance --shortest --fairness weak
   expect: verdict=violated length=4
   output: of the smallest length
   spin: none cycles

   gyre: check --acceptance --shortest --fairness strong
   expect: verdict=violated length=5
   output: of the smallest length
   spin: none SPIN has no strong fairness

   gyre: check --acceptance --shortest --fairness impartial
   expect: verdict=violated length=6
   output: of the smallest length
   spin: none SPIN has no impartiality

   gyre: check --acceptance --shortest --fairness weak --fairness-unit transition
   expect: verdict=violated length=6
   spin: none SPIN has no such fairness

   gyre: check --acceptance --shortest --fairness weak --fairness-unit edge
   expect: verdict=violated length=2
   spin: none SPIN has no such fairness

   gyre: check --acceptance --shortest --fairness strong --fairness-unit transition
   expect: verdict=violated length=8
   output: of the smallest length
   spin: none SPIN has no such fairness

   gyre: check --property p --shortest
   expect: verdict=violated length=2
   spin: none cycles

   gyre: check --property p --shortest --fairness weak
   expect: verdict=violated length=4
   spin: none cycles

   gyre: check --property p --shortest --fairness strong
   expect: verdict=violated length=5
   spin: none SPIN has no strong fairness

   gyre: check --property p --shorten --fairness impartial
   expect: verdict=violated length=6
   spin: none SPIN has no impartiality

   gyre: check --acceptance --shorten --fairness weak
   expect: verdict=violated length=4
   spin: none cycles

   gyre: check --acceptance --shortest --fairness weak --search scc
   expect: exit=2
   output: has its own search and cannot be combined with --search scc
   spin: none cycles */
bit x, y, z;
active proctype A() { accept: do :: x = 1 - x od }
active proctype B() { do :: y = 1 - y :: z = 1 - z od }
active proctype C() { do :: x == 1 od }
active proctype D() { do :: z == 1 od }
ltl p { <> [] (x == 0) }
