/* An error that is one step away, beside 10^28 states: whoever has met it says so, and shows a path, whatever the order
   of the search, its threads and its budgets.

   gyre: check --safety --por off --merge off --time 5s
   expect: verdict=violated length=1
   spin: none pan runs down to its depth limit first
   gyre: check --safety --por off --merge off --time 5s --threads 2
   expect: verdict=violated length=1
   spin: none pan runs down to its depth limit first
   gyre: check --safety --por off --merge off --time 5s --search pseudo-dfs
   expect: verdict=violated length=1
   spin: none pan runs down to its depth limit first
   gyre: check --safety --por off --merge off --time 5s --search pseudo-dfs --store exact
   expect: verdict=violated length=1
   spin: none pan runs down to its depth limit first
   gyre: check --safety --por off --merge off --time 2s --errors 0
   expect: verdict=violated kinds=assertion length=1
   spin: none pan runs down to its depth limit first
   gyre: check --safety --por off --merge off --time 2s --errors 0 --threads 2
   expect: verdict=violated kinds=assertion length=1
   spin: none pan runs down to its depth limit first
   gyre: check --safety --por off --merge off --time 5s --errors 3 --search pseudo-dfs
   expect: verdict=violated kinds=assertion length=1
   spin: none pan runs down to its depth limit first
   gyre: check --safety --por off --merge off --memory 150M --search pseudo-dfs
   expect: verdict=violated length=1
   spin: none pan runs down to its depth limit first */
byte a[12];

active proctype E() { assert(false) }

active [12] proctype P() {
  do
  :: a[_pid % 12]++
  od
}
