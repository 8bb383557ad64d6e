/* A late array declaration assigns only the first element; the others keep what they had.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
byte g;
active proctype A() { g = 1; byte a[3] = 7; assert(a[0] == 7 && a[1] == 0 && a[2] == 0); a[1] = 3; g = a[1] }
