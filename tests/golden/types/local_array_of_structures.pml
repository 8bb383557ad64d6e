/* Arrays of structures with initialised fields, locally.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=19
   spin: textbook */
typedef rec { byte a = 2; short b = -1 };
active [2] proctype A() { rec r[2]; r[1].a = r[0].a + _pid; assert(r[0].a == 2 && r[1].b == -1 && r[1].a == 2 + _pid) }
