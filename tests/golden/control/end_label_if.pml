/* On a selection, and one inside an option.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte x;
active proctype A() { if :: x == 0 -> x = 1; end1: x == 3 :: x == 0 -> end2: x == 4 fi }
