/* Without braces.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
byte x;
active proctype A() { x = 1 unless x == 5; x = 2; x = 3 unless { x == 2 } }
