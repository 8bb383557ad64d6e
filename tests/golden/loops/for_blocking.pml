/* A body that blocks.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=30 transitions=43
   spin: textbook */
byte go;
byte n;
active proctype A() { byte i; for (i : 1 .. 2) { go == i; n++ }; assert(n == 2) }
active proctype B() { go = 1; n == 1; go = 2 }
