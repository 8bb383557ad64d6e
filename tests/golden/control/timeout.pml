/* timeout is a step, possible only when nothing else is.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=10
   spin: textbook */
byte x;
active proctype A() { do :: x < 2 -> x++ :: timeout -> break od }
active proctype B() { x == 2; x = 5 }
