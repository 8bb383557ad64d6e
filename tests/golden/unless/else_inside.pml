/* An else in the main sequence.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=26 transitions=40
   spin: textbook */
byte x; bool stop;
active proctype A() { do :: { if :: x < 2 -> x++ :: else -> break fi } unless { stop -> break } od; x = 9 }
active proctype B() { stop = true }
