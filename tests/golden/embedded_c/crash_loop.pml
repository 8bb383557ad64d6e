/* A loop in C that does not end is left after a while.

   gyre: check --embedded-c --errors 1
   expect: verdict=violated kinds=embedded-c
   output: endless loop .* in the C of .c_code
   spin: none the verifier would die */
byte x;
active proctype A() { x = 1; c_code { while (*(volatile unsigned char *)&now.x) ; } }
