/* Two init processes.

   gyre: check --safety
   expect: exit=2 line=7
   spin: none SPIN makes two processes of it */
init { skip }
init { skip }
