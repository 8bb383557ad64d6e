/* An option that does not exist is not ignored.

   gyre: check --no-such-option
   expect: exit=2
   output: no-such-option
   spin: none about the command line */
active proctype A() { skip }
