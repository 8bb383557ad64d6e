/* A jump out of a d_step, as its last statement.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
byte x;
active proctype A() { d_step { x = 1; goto L }; x = 3; L: x = 4 }
