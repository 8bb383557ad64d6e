/* A crash in an expression.

   gyre: check --embedded-c --errors 1
   expect: verdict=violated kinds=embedded-c
   output: division by zero in the C of
   spin: none the verifier would die */
int x;
active proctype A() { if :: c_expr { 1 / now.x > 0 } -> skip :: else -> skip fi }
