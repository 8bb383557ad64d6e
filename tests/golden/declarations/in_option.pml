/* As the first statement of an option a declaration is a guard that is always executable.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9
   spin: textbook */
byte g;
active proctype A() { if :: byte a; g = 1 :: byte b = 2; g = b fi; g = g + 10 }
