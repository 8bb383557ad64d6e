/* An unsigned of more than 32 bits.

   gyre: check --safety
   expect: exit=2 line=6
   spin: error */
unsigned u : 33;
active proctype A() { skip }
