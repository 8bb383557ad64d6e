/* A comment without end.

   gyre: check --safety
   expect: exit=2
   spin: error */
byte x;
active proctype A() { x = 1 }
/* this goes on
