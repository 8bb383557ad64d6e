/* SPIN refuses to index an array with an element of itself; there is no reason to.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: refuses */
byte a[4] = { 3, 2, 1, 0 };
active proctype A() { a[a[1]] = 8; assert(a[2] == 8) }
