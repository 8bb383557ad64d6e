/* No option executable: the process waits.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=1 transitions=1
   spin: textbook */
byte x;
active proctype A() { if :: x == 1 -> skip :: x > 5 -> skip fi; assert(false) }
