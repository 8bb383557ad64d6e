/* A claim that takes no part is not counted in _nr_pr.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=assertion states=4 transitions=4
   spin: textbook */
byte x;
active proctype A() { x = _nr_pr; assert(x == 2) }
never { do :: true od }
