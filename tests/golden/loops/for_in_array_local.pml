/* A local array.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=14 transitions=14
   spin: textbook */
byte s;
active proctype A() { byte i; byte a[3] = 2; for (i in a) { s = s + a[i] * i }; assert(s == 6) }
