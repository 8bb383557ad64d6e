/* What a formula says of one process of a type it does not say of the other: process 1 may come to its label alone.
   One of eight states need not be seen. With a variable for the index it is not known which process is meant.

   gyre: check --property ctl_cli_1 --por off --merge off --ctl "AG (P[0]@wait -> AF P[0]@in)"
   expect: verdict=violated
   spin: none SPIN has no branching time
   gyre: check --property ctl_cli_1 --por on --ctl "AG (P[0]@wait -> AF P[0]@in)"
   expect: verdict=violated
   spin: none SPIN has no branching time
   gyre: check --property ctl_cli_1 --por off --merge off --ctl "AG (P[0]@wait -> EF P[0]@in)"
   expect: verdict=holds states=8
   spin: none SPIN has no branching time
   gyre: check --property ctl_cli_1 --por on --ctl "AG (P[0]@wait -> EF P[0]@in)"
   expect: verdict=holds states=7
   spin: none SPIN has no branching time
   gyre: check --property ctl_cli_1 --por on --ctl "AG ((P[0]@wait -> EF P[0]@in) & (P[1]@wait -> EF P[1]@in))"
   expect: verdict=holds states=8
   spin: none SPIN has no branching time
   gyre: check --property ctl_cli_1 --por on --ctl "AG (P[busy]@wait -> EF P[busy]@in)"
   expect: verdict=holds states=8
   spin: none SPIN has no branching time
   gyre: check --property ltl_cli_1 --por off --merge off --ltl "[] !(P[0]@wait && P[0]@in)"
   expect: verdict=holds states=8
   spin: none the formula is an option
   gyre: check --property ltl_cli_1 --por on --ltl "[] !(P[0]@wait && P[0]@in)"
   expect: verdict=holds states=7
   spin: none the formula is an option
   gyre: check --property ltl_cli_1 --por on --ltl "[] (P[0]@wait -> <> P[0]@in)"
   expect: verdict=violated
   spin: none the formula is an option */
byte busy;
active [2] proctype P() {
away: skip;
wait: atomic { busy == 0 -> busy = 1 };
in:   busy = 0;
      goto away
}
