/* A failed assertion inside.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=assertion states=4 transitions=4
   spin: textbook */
byte x;
active proctype A() { d_step { x = 1; assert(x == 2); x = 3 }; assert(x == 3) }
