/* Two options with the same effect: one state, two transitions.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=5
   spin: textbook */
byte x;
active proctype A() { if :: skip :: skip fi; x = 1 }
