/* Blocks in different options may declare the same name with different types.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=11 transitions=11
   spin: textbook */
byte g;
active proctype A() { if :: g == 0 -> { byte t = 1; g = t } :: g == 0 -> { short t = 2; g = t } fi; assert(g == 1 || g == 2) }
