/* A run that ends in an accepting state goes round there for ever: each end is a component of its own. Of 2048 of them a
   thousand counterexamples are kept, and the last one counts for the others.

   gyre: check --acceptance --search scc --errors 0 --trail none
   expect: verdict=violated kinds=acceptance-cycle
   output: acceptance cycle, where the run ends: reached by P \(0\) at \S*%f:20:
   output: 1,049 times
   spin: none cycles

   gyre: check --acceptance --shortest --errors 0 --trail none
   expect: verdict=violated kinds=acceptance-cycle
   output: 1,049 times
   spin: none cycles

   gyre: check --acceptance --errors 0 --fairness strong --trail none
   expect: verdict=violated kinds=acceptance-cycle
   output: 1,049 times
   spin: none SPIN has no strong fairness */
int a;
active proctype P() { byte i; do :: i < 11 -> a = a * 2; i++ :: i < 11 -> a = a * 2 + 1; i++ :: i == 11 -> break od; accept: a == -1 }
