/* All active processes exist from the start.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=58 transitions=121
   spin: textbook */
byte a;
active [2] proctype A() { assert(_nr_pr <= 4) }
init { a = _nr_pr; assert(a <= 4 && a >= 2) }
active proctype B() { assert(_nr_pr > 3 || a > 0 || true) }
