/* An else without break: the loop goes on for ever.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=8
   spin: textbook */
byte x;
active proctype A() { do :: x < 3 -> x++ :: else od }
