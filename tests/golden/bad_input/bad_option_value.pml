/* Nor is a value that is out of its range.

   gyre: check --safety --engine nonsense
   expect: exit=2
   spin: none about the command line */
active proctype A() { skip }
