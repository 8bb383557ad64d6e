/* A parenthesis that is not closed.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
byte x;
active proctype A() { x = (1 + 2; x = 3 }
