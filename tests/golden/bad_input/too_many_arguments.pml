/* run with too many arguments.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
proctype P(byte a) { skip }
init { run P(1, 2) }
