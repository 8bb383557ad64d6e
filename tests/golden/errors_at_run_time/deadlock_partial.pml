/* One process is done, the other waits.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=2 transitions=2
   spin: textbook */
byte x;
active proctype A() { x = 1 }
active proctype B() { x == 2 }
