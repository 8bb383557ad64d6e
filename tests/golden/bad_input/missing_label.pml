/* A goto to a label that is not there.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
byte x;
active proctype A() { x = 1; goto nowhere; x = 2 }
