/* Fairness says nothing about safety.

   gyre: check --safety --fairness weak
   expect: exit=2
   output: --fairness is about infinite runs
   spin: none options

   gyre: check --acceptance --fairness impartial --fairness-unit edge
   expect: exit=2
   output: impartiality is about processes
   spin: none options

   gyre: check --acceptance --fairness-unit edge
   expect: exit=2
   output: --fairness-unit needs --fairness
   spin: none options

   gyre: check --acceptance --fairness strong --search nested
   expect: exit=2
   output: --search scc does the others
   spin: none options

   gyre: check --acceptance --search scc --hybrid claim
   expect: exit=2
   output: needs a number for each product state
   spin: none options */
bool x;
active proctype A() { accept: do :: x = !x od }
