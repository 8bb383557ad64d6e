/* An expression that is 0 blocks for ever.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=1 transitions=1
   spin: textbook */
int x = 3;
active proctype A() { x - 3; assert(false) }
