/* The same local twice in one block.

   gyre: check --safety
   expect: exit=2 line=6
   spin: error */
active proctype A() { byte x; short x; x = 1 }
