/* No such process for a c_state.

   gyre: check --embedded-c
   expect: exit=2 line=7
   output: there is no proctype 'nobody'
   spin: none its C compiler would tell */
c_state "int x" "Local nobody"
active proctype A() { skip }
