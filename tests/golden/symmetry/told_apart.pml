/* Nothing to find: each is refused with its reason.

   gyre: check --safety --symmetry on
   expect: exit=2
   output: --symmetry on is not possible: no two processes can change places; 'P': a process's number is used as one to compute with \(.*told_apart.pml:14:\d+\)
   spin: none it has no such option
   gyre: check --safety --symmetry auto
   expect: verdict=holds
   spin: none it has no such option */
byte seat[3];

active [3] proctype P() {
  byte i;
  seat[(_pid + 1) % 3] = 1
}
