/* run of a proctype that does not exist.

   gyre: check --safety
   expect: exit=2 line=6
   spin: error */
init { run P() }
