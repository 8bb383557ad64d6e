/* A step that is an error of the model ends its run. If it is all that partial order reduction follows, the runs in which
   it is not taken yet must not be lost: here one process can fail at once, and the other goes on for ever.

   gyre: check --property never_one
   expect: verdict=violated
   spin: none SPIN follows the loop in the d_step

   gyre: check --property never_one --search scc
   expect: verdict=violated
   spin: none SPIN follows the loop in the d_step

   gyre: check --property never_one --search scc --por off
   expect: verdict=violated
   spin: none SPIN follows the loop in the d_step */
byte x, y;

active proctype Fails() {
  byte l;
  d_step {
    l = 0;
    do
    :: l == 0
    od
  }
}

active proctype Goes_on() {
  y = 1;
  x = 1;
  do
  :: y = 1 - y
  od
}

ltl never_one { [] (x == 0) }
