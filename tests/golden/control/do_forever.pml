/* A loop without end, and no deadlock.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=2 transitions=3
   spin: textbook */
byte x;
active proctype A() { do :: x = 1 - x od }
