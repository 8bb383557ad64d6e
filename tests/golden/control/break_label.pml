/* A label on a break.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9
   spin: textbook */
byte x;
active proctype A() { do :: x < 2 -> x++ :: x == 2 -> x = 5; L: break :: x == 7 -> goto L od; x = 6 }
