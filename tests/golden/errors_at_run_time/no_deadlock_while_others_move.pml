/* A blocked process is no deadlock as long as somebody moves.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=2 transitions=3
   spin: textbook */
byte x;
active proctype A() { x == 2 }
active proctype B() { do :: x = 1 - x od }
