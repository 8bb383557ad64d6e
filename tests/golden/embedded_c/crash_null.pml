/* A null pointer in C is an error of the model, with its trail.

   gyre: check --embedded-c --errors 1
   expect: verdict=violated kinds=embedded-c
   output: null pointer.* in the C of .c_code
   spin: none the verifier would die */
c_code { int *nowhere; }
byte x;
active proctype A() { do :: x < 3 -> x++ :: x == 3 -> c_code { *nowhere = now.x; } od }
