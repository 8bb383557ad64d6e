/* The same global twice.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
byte x;
short x;
active proctype A() { skip }
