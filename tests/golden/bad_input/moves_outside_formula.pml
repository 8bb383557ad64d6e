/* moves() belongs to formulas; elsewhere the name is free.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
byte x;
active proctype A() { moves(A) }
