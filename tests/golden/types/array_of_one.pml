/* An array of one element is an array, and its name alone is not a variable.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
byte a[1] = 4;
byte x;
active proctype A() { x = a[0]; a[0] = x + 1; assert(a[0] == 5) }
