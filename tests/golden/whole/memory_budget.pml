/* At the memory budget the run ends in order and says what to try.

   gyre: check --safety --por off --merge off --memory 16M --store exact
   expect: verdict=inconclusive
   output: memory budget was used up \(states .* MB, stacks .* MB\): try --store tree
   spin: none pan has its own limits */
active [4] proctype P() {
  int x;
  do
  :: x < 200 -> x++
  :: x > 0 -> x--
  od
}
