/* Two elses in one selection.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
byte x;
active proctype A() { if :: x == 1 -> skip :: else -> skip :: else -> x = 1 fi }
