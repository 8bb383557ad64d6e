/* A claim is not counted in _nr_pr, whatever is asked and however it is searched: the formula holds with and without
   reductions, as does the same question in branching time. SPIN counts the claim.

   gyre: check --property p
   expect: verdict:p=holds
   spin: none SPIN counts the claim as a process

   gyre: check --property p --por off
   expect: verdict:p=holds
   spin: none SPIN counts the claim as a process

   gyre: check --property q
   expect: verdict:q=violated
   spin: none SPIN counts the claim as a process

   gyre: check --property q --por off
   expect: verdict:q=violated
   spin: none SPIN counts the claim as a process

   gyre: check --ctl "AG (_nr_pr == 3)"
   expect: verdict:ctl_cli_1=holds exit=1
   spin: none SPIN knows no branching time

   gyre: check --property three
   expect: verdict:three=holds
   spin: none SPIN counts the claim as a process */
byte x, y = 5, z, w = 5;
active proctype R() { z = 1; do :: z = 1 od }
active proctype Q() {
  if
  :: atomic { (_nr_pr == 4 && z == 1); y = x }
  :: atomic { (_nr_pr == 3 && z == 1); w = x }
  fi;
  do :: y = y od
}
active proctype P() { x = 1; do :: x = 1 od }
ltl p { [] (y != 0) }
ltl q { [] (w != 0) }
ltl three { [] (_nr_pr == 3) }
