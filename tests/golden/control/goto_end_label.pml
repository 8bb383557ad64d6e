/* A label at the end of the body.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
byte x;
active proctype A() { do :: x < 2 -> x++ :: else -> goto done od; done: }
