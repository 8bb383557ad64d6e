/* All executable options are tried.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=11 transitions=11
   spin: textbook */
byte x;
active proctype A() { if :: x = 1 :: x = 2 :: x == 0 -> x = 3 :: x == 1 -> x = 4 fi; x = x + 10 }
