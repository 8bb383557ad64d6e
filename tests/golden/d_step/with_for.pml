/* A for loop inside.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte i, s, a[4] = { 1, 2, 3, 4 };
active proctype A() { d_step { for (i : 0 .. 3) { s = s + a[i] } i = 0 }; assert(s == 10) }
