/* Formulas of branching time on a cache of half the states, without fairness and with the thesis's strong one: two that
   count, and one that goes on for ever and can keep the others from it.

   gyre: check --por off --merge off --ctl "AF (a == 12)" --ctl "AG EF (a == 12 && b == 12)" --ctl "AG !(a == 12 && b == 12)"
   expect: verdict=holds states=1250 verdict:ctl_cli_1=violated verdict:ctl_cli_2=holds verdict:ctl_cli_3=violated
   spin: none SPIN has no branching time

   gyre: check --por off --merge off --store cache --cache-size 700 --ctl "AF (a == 12)" --ctl "AG EF (a == 12 && b == 12)" --ctl "AG !(a == 12 && b == 12)"
   expect: verdict=holds verdict:ctl_cli_1=violated verdict:ctl_cli_2=holds verdict:ctl_cli_3=violated
   output: the formula is true in the initial state; the cache of 700 states replaced [1-9][0-9]* of them
   spin: none SPIN has no branching time

   gyre: check --por off --merge off --store cache --cache-size 700 --fairness strong --ctl "AF (a == 12)" --ctl "AG AF (a == 12 && b == 12)" --ctl "EG (a < 12)"
   expect: verdict=holds verdict:ctl_cli_1=holds verdict:ctl_cli_2=holds verdict:ctl_cli_3=violated
   output: over strongly fair runs; the cache of 700 states replaced [1-9][0-9]* of them
   spin: none SPIN has no branching time

   gyre: check --por off --merge off --store cache --cache-size 700 --fairness strong --fairness-unit edge --codec tree --ctl "AF (a == 12)" --ctl "AG AF t"
   expect: verdict=holds verdict:ctl_cli_1=holds verdict:ctl_cli_2=holds
   spin: none SPIN has no branching time

   gyre: check --por off --merge off --store cache --cache-size 700 --fairness weak --codec as-is --ctl "AF (b == 12)" --ctl "AG AF t"
   expect: verdict=holds verdict:ctl_cli_1=holds verdict:ctl_cli_2=holds
   spin: none SPIN has no branching time

   gyre: check --por off --merge off --store cache --cache-size 3 --codec collapse --ctl "AG EF (a == 12)"
   expect: exit=3
   output: say --cache-size N with a larger N
   spin: none SPIN has no branching time */
byte a, b;
bool t;

active proctype A() { end: do :: a < 12 -> a++ od }
active proctype B() { end: do :: b < 12 -> b++ od }
active proctype T() { do :: t = !t od }
