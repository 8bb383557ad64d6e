/* A formula of the command line.

   gyre: check --por off --merge off --ltl '[]<> moves(A) -> <> x == 1'
   expect: verdict:ltl_cli_1=holds
   spin: none SPIN has no such atom */
byte x, moves;
active proctype A() { do :: x = 1; x = 0 od }
active proctype B() { do :: moves = 1 - moves od }
