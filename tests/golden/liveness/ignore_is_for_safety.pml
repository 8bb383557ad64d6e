/* --ignore leaves out errors of the model. What a formula is about stays: an atom without a value, and a cycle.

   gyre: check --ignore index
   expect: verdict:safety=holds verdict:undefined=violated verdict:never_five=violated exit=1
   spin: none pan goes on with what lies in memory there
   gyre: check --ignore acceptance-cycle
   expect: exit=2
   output: --ignore acceptance-cycle: that is what a claim or a formula is checked for
   spin: none an option of gyre
   gyre: check --property never_five --ignore deadlock
   expect: exit=2
   output: --ignore is about the search for assertions
   spin: none an option of gyre
   gyre: check --property never_five --profile
   expect: exit=2
   output: --profile is about the search for assertions
   spin: none an option of gyre */
byte x, a[2];

active proctype P() {
  do
  :: x = (x + 1) % 4
  od
}

ltl undefined { [] (a[x] == 0) }
ltl never_five { <> (x == 5) }
