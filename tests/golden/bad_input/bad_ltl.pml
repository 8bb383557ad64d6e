/* A formula that is none.

   gyre: check --safety
   expect: exit=2 line=8|9
   spin: error */
byte x;
active proctype A() { x = 1 }
ltl p { [] (x == 1 }
