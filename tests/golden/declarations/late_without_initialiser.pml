/* After the first statement a declaration without initialiser is a step too: it assigns 0.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
byte g;
active proctype A() { byte a; g = 1; byte b; g = 2; short c; g = 3 }
