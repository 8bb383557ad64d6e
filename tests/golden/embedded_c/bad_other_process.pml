/* The variables of another process.

   gyre: check --embedded-c
   expect: exit=2 line=8
   output: Pother: the variables of .other. can be named in its own C only
   spin: none its C compiler would tell */
active proctype other() { byte x; x = 1 }
active proctype A() { c_code { Pother->x = 2; } }
