/* The declarations of an inner block are steps even if nothing stands before the block.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
byte g;
active proctype A() { byte a; { byte b; byte c = 1; g = 1 } { byte d = 2; g = d } }
