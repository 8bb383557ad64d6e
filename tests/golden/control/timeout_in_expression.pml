/* timeout inside an expression.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
byte x;
active proctype A() { do :: timeout && x == 2 -> break :: x < 2 -> x++ od; x = 9 }
