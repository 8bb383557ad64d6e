/* else as an escape.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
byte x;
active proctype A() { { x = 1; x = 2 } unless { if :: x == 9 -> x = 10 :: x == 1 -> x = 5 fi } }
