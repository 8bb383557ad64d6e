/* ... and _pid known.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=9
   spin: textbook */
active [2] proctype P() { byte a = _pid * 10; assert(a == 10 * _pid) }
