/* Two components with accepting cycles, one behind the other, and one between them that is not accepting. Each has a
   counterexample of its own if more than one is asked for, with every fairness.

   gyre: check --acceptance --search scc --errors 0
   expect: verdict=violated kinds=acceptance-cycle
   output: acceptance cycle, entered by P \(0\) at \S*%f:34:
   output: acceptance cycle, entered by P \(0\) at \S*%f:37:
   spin: none cycles

   gyre: check --acceptance --errors 0
   expect: verdict=violated kinds=acceptance-cycle
   output: acceptance cycle, entered by P \(0\) at \S*%f:34:
   output: acceptance cycle, entered by P \(0\) at \S*%f:37:
   spin: none cycles

   gyre: check --acceptance --search scc
   expect: verdict=violated
   spin: none cycles

   gyre: check --acceptance --shortest --errors 2
   expect: verdict=violated kinds=acceptance-cycle length=2
   output: acceptance cycle, entered by P \(0\) at \S*%f:34:
   output: acceptance cycle, entered by P \(0\) at \S*%f:37:
   spin: none cycles

   gyre: check --acceptance --errors 0 --fairness strong
   expect: verdict=violated kinds=acceptance-cycle
   output: acceptance cycle, entered by P \(0\) at \S*%f:34:
   output: acceptance cycle, entered by P \(0\) at \S*%f:37:
   spin: none SPIN has no strong fairness */
byte x;
active proctype P() {
accept_near:
  do :: x = 1; x = 0 :: break od;
  do :: x = 3; x = 2 :: break od;
accept_far:
  do :: x = 5; x = 4 od
}
