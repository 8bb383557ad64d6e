/* An option with the constant guard 0 or false is dropped.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte x;
active proctype A() { if :: 0 -> x = 1 :: false -> x = 2 :: x = 3 fi; do :: false -> x = 9 :: x == 3 -> break od }
