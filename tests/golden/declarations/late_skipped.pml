/* A goto over a late declaration leaves the variable 0.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte g;
active proctype A() { if :: g == 0 -> goto L :: g == 1 fi; byte d = 4; g = d; L: g = 9 }
