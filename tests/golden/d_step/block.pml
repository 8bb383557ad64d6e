/* Blocking inside a d_step is an error.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=d_step-block
   spin: kinds */
byte x;
active proctype A() { d_step { x = 1; x == 2; x = 3 } }
