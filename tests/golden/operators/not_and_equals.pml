/* `!` binds tighter than `==`.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6
   spin: textbook */
byte x, y = 1;
active proctype A() { assert(!x == y); assert(!(x == y)); assert(!y == x); assert((!x) == 1) }
