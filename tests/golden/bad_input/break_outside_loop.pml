/* break without a loop.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
byte x;
active proctype A() { x = 1; break; x = 2 }
