/* An assignment is no expression.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
byte x, y;
active proctype A() { x = (y = 1) }
