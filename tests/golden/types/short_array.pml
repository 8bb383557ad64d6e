/* Elements are truncated like variables.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
short a[2];
byte b[2];
active proctype A() { a[1] = 65535; b[1] = 257; assert(a[1] == -1 && b[1] == 1 && a[0] == 0 && b[0] == 0) }
