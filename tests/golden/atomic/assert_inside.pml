/* A failed assertion inside an atomic.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=assertion states=4 transitions=4 atomic=2
   spin: textbook */
byte x;
active proctype A() { atomic { x = 1; assert(x == 2); x = 3 }; assert(x == 3) }
