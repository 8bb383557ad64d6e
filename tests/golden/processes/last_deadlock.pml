/* The worked example: B may wait for a _last that does not come.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=18 transitions=22
   spin: textbook */
byte x;
active proctype A() { x = 1; x = 1 }
active proctype B() { x = 1; (_last == 0) -> x = 1 }
