/* An array used like a variable.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
byte a[3]; byte x;
active proctype A() { x = a + 1 }
