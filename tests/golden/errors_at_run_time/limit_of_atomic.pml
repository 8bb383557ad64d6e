/* A counter that wraps around after four thousand million steps: reported, not followed for ever.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=inconclusive
   output: a limit of this checker is reached in
   spin: none pan searches down to its depth limit */
int x;

active proctype A() {
  d_step {
    do
    :: x++
    od
  }
}
