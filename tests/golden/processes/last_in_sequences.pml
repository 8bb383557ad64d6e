/* _last in atomic sequences, where every step counts, and in a d_step, which is one step.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=39 transitions=51
   spin: textbook */
byte r = 9, s = 9, t = 9;
active proctype A() { r = 3 }
active proctype B() { byte a, b; atomic { s = _last; a = _last; b = _last; assert(a == 1 && b == 1) } }
active proctype C() { byte a, b; d_step { a = _last; t = _last; b = _last; assert(a == b) } }
