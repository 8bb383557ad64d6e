/* mtype without the equals sign.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
mtype { a, b } mtype { c }
mtype x;
active proctype A() { x = a; assert(a == 2 && b == 1 && c == 3 && x == a) }
