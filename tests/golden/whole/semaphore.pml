/* A counting semaphore with atomic test and decrement.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=195 transitions=409 atomic=73
   spin: textbook */
byte free = 2, inside;
active [3] proctype P() { atomic { free > 0 -> free-- }; inside++; assert(inside <= 2); inside--; free++ }
