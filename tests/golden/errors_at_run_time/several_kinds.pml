/* Two processes with different errors.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=assertion,deadlock states=3 transitions=3
   spin: textbook */
byte x;
active proctype A() { x = 1; assert(x == 2) }
active proctype B() { x == 3 }
