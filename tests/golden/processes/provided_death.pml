/* It stands at its closing brace for ever; that is a valid end state.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=2 transitions=2
   spin: textbook */
byte x;
active proctype A() provided (x == 0) { x = 1 }
