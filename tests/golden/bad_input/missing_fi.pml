/* An if without fi.

   gyre: check --safety
   expect: exit=2
   spin: error */
byte x;
active proctype A() { if :: x == 0 -> x = 1 }
