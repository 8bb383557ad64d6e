/* A loop that may be left any time.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=16
   spin: textbook */
byte x;
active proctype A() { do :: x < 3 -> x++ :: break od; x = 9 }
