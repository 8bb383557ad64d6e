/* Embedded C code is not supported.

   gyre: check --safety
   expect: exit=2 line=7
   spin: none SPIN takes it */
byte x;
active proctype A() { c_code { now.x = 1; }; assert(x == 1) }
