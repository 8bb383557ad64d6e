/* init stands at its end for ever, because the processes that it started are younger and live on. It has nothing left to
   do, so that a run is impartial without it; strictly impartial no run is.

   gyre: check --por off --merge off --property both --fairness impartial
   expect: verdict=holds
   output: holds  the formula holds on all impartial runs
   spin: none SPIN has no impartiality

   gyre: check --por off --merge off --property both --fairness impartial --search nested
   expect: verdict=holds
   spin: none SPIN has no impartiality

   gyre: check --por off --merge off --property both --fairness impartial --search magic
   expect: verdict=holds
   spin: none SPIN has no impartiality

   gyre: check --por off --merge off --property one --fairness impartial
   expect: verdict=violated
   spin: none SPIN has no impartiality

   gyre: check --por off --merge off --property one --fairness impartial --search nested
   expect: verdict=violated
   spin: none SPIN has no impartiality

   gyre: check --por off --merge off --property both --fairness strictly-impartial
   expect: verdict=inconclusive
   output: no run of the model is strictly impartial
   spin: none SPIN has no impartiality

   gyre: check --por off --merge off --property one --fairness strictly-impartial --search magic
   expect: verdict=inconclusive
   spin: none SPIN has no impartiality

   gyre: check --property safety --ctl "AF (x == 1) && AF (y == 1)" --fairness impartial
   expect: verdict:ctl_cli_1=holds
   spin: none SPIN has no branching time

   gyre: check --property safety --ctl "AF (x == 2)" --fairness impartial
   expect: verdict:ctl_cli_1=violated
   spin: none SPIN has no branching time

   gyre: check --property safety --ctl "AF (x == 1)" --fairness strictly-impartial
   expect: verdict:ctl_cli_1=inconclusive
   spin: none SPIN has no branching time */
byte x, y;
proctype P() { do :: x = 1 - x od }
proctype Q() { do :: y = 1 - y od }
init { atomic { run P(); run Q() } }
ltl both { []<> (x == 1) && []<> (y == 1) }
ltl one { <> (x == 1 && y == 1 && X (x == 1 && y == 1)) }
