/* The choice of one process: to be fair to processes does not help, to be fair to its statements does; and a process
   that may be passed over, for which weak fairness is enough.

   gyre: check --ctl "AF p" --ctl "AF q"
   expect: verdict=holds verdict:ctl_cli_1=violated verdict:ctl_cli_2=violated
   spin: none SPIN has no branching time
   gyre: check --fairness weak --ctl "AF p" --ctl "AF q" --ctl "AG AF q" --ctl "AG EF !q"
   expect: verdict=holds verdict:ctl_cli_1=violated verdict:ctl_cli_2=holds verdict:ctl_cli_3=holds
   expect: verdict:ctl_cli_4=violated
   output: AG EF !q is false: EF !q is false after
   spin: none SPIN has no branching time
   gyre: check --fairness strong --ctl "AF p" --ctl "AF q"
   expect: verdict=holds verdict:ctl_cli_1=violated verdict:ctl_cli_2=holds
   spin: none SPIN has no branching time
   gyre: check --fairness weak --fairness-unit transition --ctl "AF p" --ctl "AF q"
   expect: verdict=holds verdict:ctl_cli_1=holds verdict:ctl_cli_2=holds
   spin: none SPIN has no branching time
   gyre: check --fairness strong --fairness-unit transition --ctl "AF p" --ctl "AF q"
   expect: verdict=holds verdict:ctl_cli_1=holds verdict:ctl_cli_2=holds
   spin: none SPIN has no branching time
   gyre: check --fairness strong --fairness-unit edge --ctl "AF p" --ctl "AF q"
   expect: verdict=holds verdict:ctl_cli_1=holds verdict:ctl_cli_2=holds
   spin: none SPIN has no branching time
   gyre: check --fairness impartial --ctl "AF q"
   expect: verdict=holds verdict:ctl_cli_1=inconclusive exit=3
   output: no impartial run begins in the initial state
   spin: none SPIN has no branching time */
bool p, q;

active proctype Chooses() {
  do
  :: p = false
  :: p = true
  od
}

active proctype Once() {
  q = true;
end: false
}
