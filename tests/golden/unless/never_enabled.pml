/* An escape that is never executable changes nothing.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
byte x;
active proctype A() { { x = 1; x = 2 } unless { x == 7 -> x = 9 }; x = 3 }
