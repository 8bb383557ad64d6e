/* An else alone is always executable.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6
   spin: textbook */
byte x;
active proctype A() { if :: else -> x = 1 fi; do :: else -> break od; x = 2 }
