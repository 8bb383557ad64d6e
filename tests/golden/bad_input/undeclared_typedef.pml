/* A type that is declared nowhere.

   gyre: check --safety
   expect: exit=2 line=6
   spin: error */
nosuch r;
active proctype A() { skip }
