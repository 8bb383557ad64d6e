/* An mtype constant on the left.

   gyre: check --safety
   expect: exit=2 line=8
   spin: error */
mtype = { red };
byte x;
active proctype A() { red = x }
