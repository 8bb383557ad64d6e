/* Two proctypes of one name.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
active proctype A() { skip }
active proctype A() { skip }
