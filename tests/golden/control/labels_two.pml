/* Two labels on one statement.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
byte x;
active proctype A() { goto M; L: M: x++; if :: x < 2 -> goto L :: x == 2 -> goto M :: else fi }
