/* D_proctype promises to be deterministic.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9
   spin: textbook */
byte x;
active D_proctype A() { do :: x < 3 -> x++ :: else -> break od }
