/* Every operator of CTL, true and false, on a counter that goes up to 3 and stays there, or turns off and stays.

   gyre: check --ctl "AG x <= 3" --ctl "AG x < 3" --ctl "EF x == 3" --ctl "EF x == 4"
   expect: verdict=holds verdict:ctl_cli_1=holds verdict:ctl_cli_2=violated verdict:ctl_cli_3=holds
   expect: verdict:ctl_cli_4=violated
   output: AG \(x < 3\) is false: x < 3 is false after 6 steps
   output: EF \(x == 3\) is true: x == 3 is true after 6 steps
   output: EF \(x == 4\) is false: there is no such run
   spin: none SPIN has no branching time
   gyre: check --ctl "AF (x == 3 || off)" --ctl "AF x == 3" --ctl "EG x == 0" --ctl "EG x == 1"
   expect: verdict=holds verdict:ctl_cli_1=holds verdict:ctl_cli_2=violated verdict:ctl_cli_3=holds
   expect: verdict:ctl_cli_4=violated
   output: AF \(x == 3\) is false: x == 3 is false in all states of a run that ends after
   spin: none SPIN has no branching time
   gyre: check --ctl "AX (x == 0)" --ctl "AX off" --ctl "EX EX off" --ctl "EX x == 1"
   expect: verdict=holds verdict:ctl_cli_1=holds verdict:ctl_cli_2=violated verdict:ctl_cli_3=holds
   expect: verdict:ctl_cli_4=violated
   output: AX off is false: off is false in a next state
   spin: none SPIN has no branching time
   gyre: check --ctl "A[!off U x == 3 | off]" --ctl "A[x < 3 U x == 3]" --ctl "E[!off U x == 3]" --ctl "E[x < 2 U x == 3]"
   expect: verdict=holds verdict:ctl_cli_1=holds verdict:ctl_cli_2=violated verdict:ctl_cli_3=holds
   expect: verdict:ctl_cli_4=violated
   output: E\[!off U x == 3\] is true: x == 3 is true after 6 steps, and !off before
   spin: none SPIN has no branching time */
byte x;
bool off;

active proctype Counter() {
end: do
     :: x < 3 && !off -> x++
     :: x < 3 && !off -> off = true; break
     od
}
