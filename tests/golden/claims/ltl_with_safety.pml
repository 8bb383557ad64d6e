/* Nor does an ltl block.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte x;
active proctype A() { x = 1; x = 2 }
ltl p { [] (x < 2) }
ltl q { <> (x == 2) }
