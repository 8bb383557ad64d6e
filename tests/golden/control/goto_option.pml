/* But a goto or break that is the first statement of an option is a step, like skip.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
byte x;
active proctype A() { do :: x == 0 -> x = 1 :: x == 1 -> break od; do :: break od; x = 2 }
