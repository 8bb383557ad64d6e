/* A loop that can neither go on nor be left.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=5 transitions=5
   spin: textbook */
byte x;
active proctype A() { do :: x < 2 -> x++ :: x > 7 -> break od }
