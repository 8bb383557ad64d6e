/* The same for goto.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
byte x;
active proctype A() { if :: goto L :: x = 1 fi; x = 2; L: x = x + 3 }
