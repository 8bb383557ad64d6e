/* A jump into a d_step.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
byte x;
active proctype A() { goto L; d_step { x = 1; L: x = 2 } }
