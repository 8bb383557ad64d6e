/* The upper bound is evaluated in each round.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=22 transitions=22
   spin: textbook */
byte x, n = 2;
active proctype A() { byte i; for (i : n - 1 .. n) { x++; if :: x == 1 -> n = 4 :: else fi }; assert(x == 4 && i == 5) }
