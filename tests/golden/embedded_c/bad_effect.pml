/* An expression that changes something.

   gyre: check --embedded-c
   expect: exit=2 line=8
   output: a c_expr must not change anything
   spin: none its C compiler would tell */
byte x;
active proctype A() { c_expr { now.x++ } }
