/* There is no such process, and no variable of that name.

   gyre: check
   expect: exit=2 line=8
   spin: error */
byte x;
active proctype A() { x = 1 }
ltl p { <> moves(Z) }
