/* A hidden variable is no part of the state.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=6
   spin: textbook */
hidden byte h;
byte g;
active proctype A() { if :: h = 1 :: h = 2 fi; g = h; g = 9 }
