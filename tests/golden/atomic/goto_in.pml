/* A goto into an atomic: from there on it is atomic.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=14 atomic=6
   spin: textbook */
byte x;
active proctype A() { goto L; atomic { x = 7; L: x = 1; x = 2; x = 3 }; x = 4 }
active proctype B() { assert(x != 2) }
