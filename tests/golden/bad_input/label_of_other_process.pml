/* Labels belong to a process.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
active proctype A() { L: skip }
active proctype B() { skip; goto L }
