/* A d_step is one step: the states of the atomic.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=19
   spin: textbook */
byte x;
active [2] proctype A() { d_step { x++; x++; x++ }; x-- }
