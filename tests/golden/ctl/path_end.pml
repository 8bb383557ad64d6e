/* A run that ends stays where it ends, or it is left out. Without a run of infinite length nothing can be said.

   gyre: check --ctl "EG !ended" --ctl "AF ended" --ctl "EF AG ended"
   expect: verdict=holds verdict:ctl_cli_1=holds verdict:ctl_cli_2=violated verdict:ctl_cli_3=holds
   spin: none SPIN has no branching time
   gyre: check --ctl "EF (ended & EX EX (ended & EX ended))" --ctl "AG ((ended <-> !ended) | EX ended | EX !ended)"
   expect: verdict=holds verdict:ctl_cli_1=holds verdict:ctl_cli_2=holds
   spin: none SPIN has no branching time
   gyre: check --path-end exclude --ctl "EF ended" --ctl "AG !ended" --ctl "AG EX true"
   expect: verdict=holds verdict:ctl_cli_1=violated verdict:ctl_cli_2=holds verdict:ctl_cli_3=holds
   output: over infinite runs
   spin: none SPIN has no branching time
   gyre: check -DONCE --path-end exclude --ctl "AG !ended"
   expect: verdict=holds verdict:ctl_cli_1=inconclusive exit=3
   output: no infinite run begins in the initial state
   spin: none SPIN has no branching time
   gyre: check --path-end exclude
   expect: exit=2
   output: --path-end is about formulas of branching time, and none is checked here
   spin: none an option of ours */
bool ended;

active proctype P() {
  do
#ifndef ONCE
  :: true
#endif
  :: break
  od;
  ended = true
}
