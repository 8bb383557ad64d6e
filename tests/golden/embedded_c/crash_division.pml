/* A division by zero in C.

   gyre: check --embedded-c --errors 1
   expect: verdict=violated kinds=embedded-c
   output: division by zero in the C of .c_code
   spin: none the verifier would die */
int x = 2;
active proctype A() { do :: x > 0 -> x-- :: c_code { now.x = 4 / now.x; } od }
