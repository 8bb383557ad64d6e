/* For branching time a choice is not merged with the step before it: between them both ways are open, and others can
   move. What has one way out is merged.

   gyre: check --por off --merge off --property open --property done
   expect: verdict=holds verdict:done=holds
   spin: none SPIN has no branching time
   gyre: check --por off --merge on --property open --property done
   expect: verdict=holds verdict:done=holds
   spin: none SPIN has no branching time
   gyre: check --por on --merge on --property open --property done --property until
   expect: verdict=holds verdict:done=holds verdict:until=holds
   spin: none SPIN has no branching time
   gyre: check --por off --merge off --property done
   expect: verdict=holds states=150
   spin: none SPIN has no branching time
   gyre: check --por off --merge on --property done
   expect: verdict=holds states=34
   spin: none SPIN has no branching time
   gyre: check --merge on --property done --ctl "AG EX (h < 3)"
   expect: exit=2
   output: --merge on is not possible: 'ctl_cli_1' has EX or AX \(next\), which count steps
   spin: none SPIN has no branching time
   gyre: check --merge on --property done --fairness strong
   expect: exit=2
   output: --merge on is not possible: fairness is about all processes that can move
   spin: none SPIN has no branching time */
byte g, h;
active proctype P() {
  byte i, j;
  g = 1;
  if :: i = 1 :: i = 2 fi;
  j = i; j = j + 1; j = j - 1;
  if :: j == 1 -> h = 1 :: else -> h = 2 fi;
  j = 0; i = j
}
active proctype Q() {
  byte k;
  k = 1; k = 2; g = g | 2; k = 3; k = 4
}
ctl open { EF (g == 1 & h == 0 & EF h == 1 & EF h == 2) }
ctl done { AF (h > 0) }
ctl until { E[h == 0 U h == 2] }
