/* Global model checking: in which of all states a formula and its subformulas are true. There are five states: x is 0, 1,
   2, 3, and 3 after init has died.

   gyre: check --property safety --ctl "EF (x == 2)" --satisfying 9
   expect: verdict:ctl_cli_1=holds
   output: true in 3 of 5 states: EF
   output: true in 1 of 5 states: .*x == 2
   output: ^    x=0 .*  init: 28 x = 1\n    x=1 .*  init: 28 x = 2\n    x=2 .*  init: 28 x = 3\n(?!    )
   spin: none SPIN has no branching time

   gyre: check --property safety --ctl "AG (x != 1)" --satisfying 1
   expect: verdict:ctl_cli_1=violated
   output: true in 3 of 5 states: AG
   output: ^    x=2 .*  init: 28 x = 3\n(?!    )
   spin: none SPIN has no branching time

   gyre: check --property safety --ctl "EX (x == 3)" --satisfying 0
   expect: verdict:ctl_cli_1=violated
   output: true in 3 of 5 states: EX
   spin: none SPIN has no branching time

   gyre: check --property safety --ctl "x == 0 || a[x] == 0" --satisfying 9
   expect: verdict:ctl_cli_1=holds
   output: in which states it is true is not known: .*a\[x\].* has no value in some state
   spin: none SPIN has no branching time */
byte x;
bit a[3];
init { x = 1; x = 2; x = 3 }
