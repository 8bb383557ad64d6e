/* C without an end.

   gyre: check --embedded-c
   expect: exit=2 line=7
   output: is never closed
   spin: none its C compiler would tell */
active proctype A() { c_code { now.x = 1; }
