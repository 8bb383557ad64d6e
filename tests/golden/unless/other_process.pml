/* Another process triggers it anywhere.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=24 transitions=36
   spin: textbook */
byte x; bool stop;
active proctype A() { { x = 1; x = 2; x = 3 } unless { stop -> x = 9 }; x = 10 }
active proctype B() { stop = true }
