/* A search without a table has nothing to put into a store.

   gyre: check --safety --search random --store tree
   expect: exit=2
   output: --search random stores no states
   spin: none not a question for SPIN */
init { skip }
