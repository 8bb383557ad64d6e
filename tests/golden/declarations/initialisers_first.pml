/* Initialisers before the first statement: no step; a declaration with initialiser after it is an assignment, a step.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
byte g = 1;
active proctype A() { byte a = 2; g = a; byte b = g; g = b + 1; byte d = 7; g = d }
