/* ... until another process makes one executable.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=19 transitions=25
   spin: textbook */
byte x;
active proctype A() { if :: x == 1 -> x = 11 :: x == 2 -> x = 12 fi; assert(x > 10) }
active proctype B() { if :: x = 1 :: x = 2 fi }
