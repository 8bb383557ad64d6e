/* A syntax error of C.

   gyre: check --embedded-c
   expect: exit=2 line=8
   output: C: expected ';'
   spin: none its C compiler would tell */
byte x;
active proctype A() { c_code { now.x = 1 now.x = 2; } }
