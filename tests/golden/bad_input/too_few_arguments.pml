/* run with too few.

   gyre: check --safety
   expect: exit=2 line=7
   spin: none SPIN crashes on it */
proctype P(byte a; byte b) { skip }
init { run P(1) }
