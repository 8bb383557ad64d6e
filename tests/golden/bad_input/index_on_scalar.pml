/* A variable used like an array: allowed only with index 0.

   gyre: check --safety
   expect: exit=2
   spin: none SPIN takes it with a warning */
byte x;
active proctype A() { x[2] = 1 }
