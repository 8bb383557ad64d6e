/* Embedded C runs with the user's rights, so it must be allowed.

   gyre: check --safety
   expect: exit=2 line=8
   output: the model has embedded C .1 c_code, 0 c_expr., which runs with your rights: --embedded-c allows that
   spin: none SPIN takes it */
byte x;
active proctype A() { c_code { now.x = 1; }; assert(x == 1) }
