/* for (i in a) runs over the indices of the array.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=17 transitions=17
   spin: textbook */
byte a[4] = { 5, 6, 7, 8 };
byte s;
active proctype A() { byte i; for (i in a) { s = s + a[i] }; assert(s == 26) }
