/* #error stops.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
byte x;
#error this model needs something
active proctype A() { skip }
