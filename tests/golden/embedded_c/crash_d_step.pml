/* A crash inside of a d_step.

   gyre: check --embedded-c --errors 1
   expect: verdict=violated kinds=embedded-c
   output: division by zero in the C of
   spin: none the verifier would die */
int x;
active proctype A() { d_step { x = 0; c_code { now.x = 1 / now.x; } } }
