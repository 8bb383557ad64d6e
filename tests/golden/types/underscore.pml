/* Everything may be thrown away into `_`; it is no part of the state.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6
   spin: textbook */
byte x;
active proctype A() { _ = 5; x = 1; _ = x + 2; _ = 7 }
