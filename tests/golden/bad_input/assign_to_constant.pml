/* A constant on the left.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
byte x;
active proctype A() { 3 = x }
