/* Options that are only a guard.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=10
   spin: textbook */
byte x;
active proctype A() { if :: x == 0 :: x == 1 fi; do :: x < 2 -> x++ :: x == 2 -> break od; if :: true :: x == 2 :: else fi }
