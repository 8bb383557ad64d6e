/* The first statement decides whether the atomic can start.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=10 atomic=6
   spin: textbook */
byte x;
active proctype A() { atomic { x == 1 -> x = 2; x = 3 } }
active proctype B() { x = 1; assert(x == 1 || x == 3) }
