/* With --safety a never claim takes no part.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte x;
active proctype A() { x = 1; x = 2 }
never { do :: x == 1 -> break :: true od; accept: do :: true od }
