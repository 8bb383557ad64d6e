/* An else with nothing after it.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte x = 5;
active proctype A() { if :: x == 1 :: else fi; x = 6 }
