/* What is wrong in a HOA file is told with its place there.

   gyre: check --hoa %d/../liveness/hoa_wrong_atom.hoa
   expect: exit=2
   output: hoa_wrong_atom\.hoa:4:\d+: error: .*nobody
   spin: none SPIN reads no HOA

   gyre: check --hoa %d/../liveness/hoa_temporal_atom.hoa
   expect: exit=2
   output: hoa_temporal_atom\.hoa:3:\d+: error: a temporal operator
   spin: none SPIN reads no HOA

   gyre: check --hoa %d/../liveness/hoa_other_acceptance.hoa
   expect: exit=2
   output: hoa_other_acceptance\.hoa:5:15: error: only Büchi and generalised Büchi
   spin: none SPIN reads no HOA

   gyre: check --hoa %d/../liveness/nowhere.hoa
   expect: exit=2
   output: cannot read
   spin: none SPIN reads no HOA */
bit turn;
active proctype P() { do :: turn = 1 - turn od }
