/* A channel of negative capacity.

   gyre: check --safety
   expect: exit=2 line=6
   spin: none SPIN takes it */
chan c = [-1] of { byte };
active proctype A() { skip }
