/* Each process brings a large array.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=inconclusive
   output: a limit of this checker is reached in
   spin: none its vector has a fixed size */
proctype P() {
  int a[500000];
  false
}

init {
  do
  :: run P()
  od
}
