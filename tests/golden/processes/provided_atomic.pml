/* A false provided clause stops a process inside an atomic.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=2 transitions=2 atomic=1
   spin: textbook */
byte x;
active proctype A() provided (x != 1) { atomic { x = 1; x = 2 } }
