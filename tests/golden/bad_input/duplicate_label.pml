/* Two labels of the same name in one process.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
byte x;
active proctype A() { L: x = 1; L: x = 2; goto L }
