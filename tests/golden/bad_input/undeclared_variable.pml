/* A name that is declared nowhere.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
byte x;
active proctype A() { x = y + 1 }
