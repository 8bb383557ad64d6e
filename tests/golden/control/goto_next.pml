/* A goto to what follows anyway.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6
   spin: textbook */
byte x;
active proctype A() { x = 1; goto L; L: x = 2; if :: x == 2 -> goto M :: else -> goto M fi; M: x = 3 }
