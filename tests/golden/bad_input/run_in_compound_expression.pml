/* run is only allowed on its own.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
proctype P() { skip }
init { if :: run P() > 0 && run P() > 0 -> skip fi }
