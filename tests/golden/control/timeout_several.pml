/* Two processes waiting for a timeout: both may take it.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=14 transitions=15
   spin: textbook */
byte x;
active [2] proctype A() { timeout -> x++ }
active proctype B() { x = 10; x = 20 }
