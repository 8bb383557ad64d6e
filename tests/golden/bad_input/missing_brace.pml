/* The text ends inside a body.

   gyre: check --safety
   expect: exit=2
   spin: error */
byte x;
active proctype A() { x = 1;
