/* Blocking at a selection in the middle.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=15 atomic=13
   spin: textbook */
byte x;
active proctype A() { atomic { x = 1; if :: x == 2 -> x = 12 :: x == 3 -> x = 13 fi; x = x + 1 } }
active proctype B() { x == 1; if :: x = 2 :: x = 3 fi }
