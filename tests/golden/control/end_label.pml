/* A process may stay for ever at a label that begins with end.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
byte x;
active proctype A() { end: do :: x < 2 -> x++ :: x == 7 -> break od }
