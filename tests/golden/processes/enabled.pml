/* enabled(p) is true if process p can move.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=11
   spin: textbook */
byte x, seen;
active proctype A() { x == 1; x = 2 }
active proctype B() { if :: enabled(0) -> seen = 1 :: !enabled(0) -> x = 1 fi }
