/* An array without elements.

   gyre: check --safety
   expect: exit=2 line=6
   spin: error */
byte a[0];
active proctype A() { skip }
