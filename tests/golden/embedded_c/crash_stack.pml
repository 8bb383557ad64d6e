/* A recursion in C that does not end.

   gyre: check --embedded-c --errors 1
   expect: verdict=violated kinds=embedded-c
   output: stack overflow in the C of .c_code
   spin: none the verifier would die */
c_decl { volatile int deep; static int f(int n) { volatile char room[1000]; room[n % 1000] = 1; deep++; return f(n + 1) + room[3]; } }
active proctype A() { c_code { f(0); } }
