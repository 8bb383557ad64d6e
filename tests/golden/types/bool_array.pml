/* The same for bool: a[1] keeps 255.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
bool a[3];
active proctype A() { a[1] = -1; a[2] = 256; assert(a[1] == 255 && a[2] == 0 && !a[0]) }
