/* Statements that a formula cannot see are merged with the one before (--merge), and what it sees stays: a label at a
   local statement, a local variable. A cycle closes in the merged program after one round, in the one that was written
   after two, since the variable that is cleared gets its value first.

   gyre: check --por off --merge off --property counts
   expect: verdict=holds states=48
   spin: cycles counts
   gyre: check --por off --merge on --property counts
   expect: verdict=holds states=15
   spin: cycles counts
   gyre: check --por off --merge off --property label
   expect: verdict=violated
   spin: cycles label
   gyre: check --por off --merge on --property label
   expect: verdict=violated
   spin: cycles label
   gyre: check --por on --merge on --property variable
   expect: verdict=violated
   spin: cycles variable
   gyre: check --por off --merge on --property again
   expect: verdict=violated
   spin: cycles again
   gyre: check --por on --merge on --property again
   expect: verdict=violated
   spin: cycles again
   gyre: check --merge on --property counts --ltl "[] (g == 0 -> X (g < 2))"
   expect: exit=2
   output: --merge on is not possible: 'ltl_cli_1' has X \(next\), which counts steps
   spin: none an option of ours
   gyre: check --merge on --property counts --fairness weak
   expect: exit=2
   output: --merge on is not possible: fairness is about all processes that can move
   spin: none an option of ours */
byte g;
active proctype P() {
  byte i, x;
  do
  :: select (x : 0 .. 3);
     g = x > 1;
     i = 0;
     do :: i < 3 -> i++ :: else -> break od;
here: i = 0;
     g = 0
  od
}
ltl counts { [] (g < 2) }
ltl label { [] !(P@here) }
ltl variable { [] (P:i < 2) }
ltl again { <> [] (g == 0) }
