/* A jump out of a d_step.

   gyre: check --safety
   expect: exit=2
   spin: error */
byte x;
active proctype A() { d_step { x = 1; goto L; x = 2 }; x = 3; L: x = 4 }
