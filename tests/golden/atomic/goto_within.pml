/* A goto inside an atomic stays atomic.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=9 atomic=24
   spin: textbook */
byte x;
active proctype A() { atomic { x = 1; L: x++; if :: x < 4 -> goto L :: else fi; x = 10 } }
active proctype B() { assert(x == 0 || x == 10) }
