/* Breadth-first search needs what a bit array does not keep.

   gyre: check --safety --search bfs --store bitstate
   expect: exit=2
   output: predecessor links
   spin: none not a question for SPIN */
init { skip }
