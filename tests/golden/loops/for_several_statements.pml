/* A body of several statements with choices.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=31 transitions=31
   spin: textbook */
byte n;
active proctype A() { byte i; for (i : 1 .. 2) { if :: n = n + i :: skip fi; n++ } }
