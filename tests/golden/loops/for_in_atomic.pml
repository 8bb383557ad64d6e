/* Inside an atomic.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=19 atomic=84
   spin: textbook */
byte s;
active [2] proctype A() { byte i; atomic { for (i : 1 .. 3) { s++ } }; assert(s == 3 || s == 6) }
