/* A keyword cannot be a name.

   gyre: check --safety
   expect: exit=2 line=6
   spin: error */
byte init;
active proctype A() { skip }
