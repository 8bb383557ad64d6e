/* Three deep. The process may fall into a state from which it does not come back; the evidence is a tree.

   gyre: check --ctl "AG EF s == 0" --ctl "EF AG s == 2" --ctl "AG (s == 1 -> EF EX s == 1)" --ctl "EG EF AG s == 2"
   expect: verdict=holds verdict:ctl_cli_1=violated verdict:ctl_cli_2=holds verdict:ctl_cli_3=holds
   expect: verdict:ctl_cli_4=holds
   output: AG EF \(s == 0\) is false: EF \(s == 0\) is false after 2 steps
   output: EF AG \(s == 2\) is true: AG \(s == 2\) is true after 2 steps
   output: EG EF AG \(s == 2\) is true: EF AG \(s == 2\) is true in all states of a run of 4 steps, which is a cycle
   spin: none SPIN has no branching time
   gyre: check --ctl "AF AG s != 1" --ctl "AF EG s != 1" --ctl "A[EF s == 0 U AG s == 2]" --ctl "EX (EF s == 1 & EF s == 2)"
   expect: verdict=holds verdict:ctl_cli_1=violated verdict:ctl_cli_2=holds verdict:ctl_cli_3=violated
   expect: verdict:ctl_cli_4=holds
   spin: none SPIN has no branching time
   gyre: check --fairness strong --fairness-unit transition --ctl "AF AG s == 2" --ctl "AG (s == 0 -> AF AG s == 2)"
   expect: verdict=holds verdict:ctl_cli_1=holds verdict:ctl_cli_2=holds
   spin: none SPIN has no branching time
   gyre: check --fairness strong --ctl "AF AG s == 2" --ctl "EF (AG s == 2 & EX EX s == 2)"
   expect: verdict=holds verdict:ctl_cli_1=violated verdict:ctl_cli_2=holds
   spin: none SPIN has no branching time
   gyre: check --store collapse --ctl "AG EF s == 0" --ctl "EF AG s == 2"
   expect: verdict=holds verdict:ctl_cli_1=violated verdict:ctl_cli_2=holds
   spin: none SPIN has no branching time
   gyre: check --store compact --fairness strong --ctl "AF AG s == 2" --ctl "EF AG s == 2"
   expect: verdict=holds verdict:ctl_cli_1=violated verdict:ctl_cli_2=holds
   spin: none SPIN has no branching time
   gyre: check --store bitstate --ctl "AG EF s == 0"
   expect: exit=2
   output: a formula of branching time keeps values with each state, and the bitstate store has no place for that
   spin: none SPIN has no branching time
   gyre: check --property ctl_cli_1 --merge on --ctl "AG EF s == 0"
   expect: verdict:ctl_cli_1=violated
   spin: none SPIN has no branching time
   gyre: check --property ctl_cli_1 --por on --ctl "AG EX s == 0"
   expect: exit=2
   output: --por on is not possible: 'ctl_cli_1' has EX or AX \(next\), which count steps
   spin: none SPIN has no branching time */
byte s;

active proctype P() {
end: do
     :: s == 0 -> s = 1
     :: s == 0 -> s = 2
     :: s == 1 -> s = 0
     :: s == 2 -> s = 2
     od
}
