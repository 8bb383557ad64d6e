/* An assertion is always executable, also as a guard.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9
   spin: textbook */
byte x;
active proctype A() { if :: assert(x == 0) -> x = 1 :: x == 0 -> x = 2 fi; assert(x) }
