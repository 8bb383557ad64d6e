/* Atoms are any state expressions: remote labels and variables, channels, arrays. `ctl` blocks stand in the model.
   What has no value is an error only where it is looked at.

   gyre: check
   expect: verdict=holds verdict:reach=holds verdict:order=holds
   spin: none SPIN has no branching time
   gyre: check --property reach --ctl "EF (Taker:got == 2 && len(c) == 0)" --ctl "AG (Taker:got < 2 -> a[Taker:got] == 0)"
   expect: verdict:reach=holds verdict:ctl_cli_1=holds verdict:ctl_cli_2=holds
   spin: none SPIN has no branching time
   gyre: check --property reach --ctl "AG a[Taker:got] == 0"
   expect: verdict:reach=holds verdict:ctl_cli_1=violated
   output: its value is not defined in some state
   spin: none SPIN has no branching time
   gyre: check --ctl "AG (x -> EF nosuch)"
   expect: exit=2
   output: --ctl:1:5: error: 'x' is not declared
   spin: none an option of ours
   gyre: check --ctl "AG (EF Taker@done"
   expect: exit=2
   output: error: expected '\)'
   spin: none an option of ours
   gyre: check --ctl "EF (1 + EX true)"
   expect: exit=2
   output: a formula is true or false
   spin: none an option of ours
   gyre: check --ctl "AG timeout"
   expect: exit=2
   output: have no value in a formula of branching time
   spin: none an option of ours */
chan c = [1] of { byte };
byte a[2];

active proctype Giver() {
  c ! 1;
  c ! 2
}

active proctype Taker() {
  byte got;
  c ? got;
  c ? got;
done: skip
}

ctl reach { AF Taker@done }
ctl order { A[Taker:got < 2 U Taker:got == 2 && !(full(c))] & !E[Taker:got == 0 U Taker:got == 2] }
