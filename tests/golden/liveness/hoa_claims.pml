/* Automata beside the model, which accept the bad runs: on states (a bad prefix decides), on edges with two sets (a
   lasso, also a fair one), and one that accepts nothing, though it passes an accepting state. Accept labels of
   processes are not theirs.

   gyre: check --safety --hoa %d/hoa_twice_in_a_row.hoa --hoa %d/hoa_no_cycle.hoa
   expect: verdict:safety=holds verdict:twice_in_a_row=violated verdict:no_cycle=holds
   output: 'twice_in_a_row' is violated, whatever follows
   output: VACUOUSLY: the automaton accepts nothing
   spin: none SPIN reads no HOA

   gyre: check --property safety --hoa %d/hoa_both_again.hoa
   expect: verdict:safety=holds verdict:hoa_both_again.hoa=violated
   spin: none SPIN reads no HOA

   gyre: check --property safety --hoa %d/hoa_both_again.hoa --fairness strong
   expect: verdict:hoa_both_again.hoa=violated
   output: acceptance cycle: 'hoa_both_again.hoa' is violated
   spin: none SPIN reads no HOA

   gyre: check --property safety --hoa %d/hoa_both_again.hoa --search nested --shortest
   expect: exit=2
   spin: none SPIN reads no HOA

   gyre: check --property safety --hoa %d/hoa_no_cycle.hoa --search nested
   expect: verdict:no_cycle=holds
   spin: none SPIN reads no HOA */
bit turn;
active proctype P() { accept: do :: turn == 0 -> go: skip; turn = 1 od }
active proctype Q() { do :: turn == 1 -> go: skip; turn = 0 od }
