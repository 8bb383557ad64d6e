/* A wild address in C.

   gyre: check --embedded-c --errors 1
   expect: verdict=violated kinds=embedded-c
   output: segmentation fault in the C of .c_code
   spin: none the verifier would die */
byte x;
active proctype A() { x = 2; c_code { *(int *)(0x123456789000 + now.x) = 1; } }
