/* exit() in C ends the call, not the program.

   gyre: check --embedded-c --errors 1
   expect: verdict=violated kinds=embedded-c
   output: the C calls exit.7. in the C of .c_code
   spin: none the verifier would die */
active proctype A() { c_code { exit(7); } }
