/* A selection as the first statement.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=11 transitions=13
   spin: textbook */
byte x, y;
active proctype A() { d_step { if :: x == 1 -> y = 1 :: x == 2 -> y = 2 fi; x = 9 } }
active proctype B() { if :: x = 1 :: x = 2 fi }
