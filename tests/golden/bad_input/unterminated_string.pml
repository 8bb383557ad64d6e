/* A string without end.

   gyre: check --safety
   expect: exit=2 line=7
   spin: error */
byte x;
active proctype A() { printf("no end\n); x = 1 }
