/* Code after a goto that nothing leads to.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte x;
active proctype A() { x = 1; goto L; x = 2; x = 3; do :: x == 4 -> x = 5 :: else -> break od; L: x = 6 }
