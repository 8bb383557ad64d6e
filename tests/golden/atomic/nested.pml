/* An atomic inside an atomic is nothing special.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=9 atomic=9
   spin: textbook */
byte x;
active proctype A() { atomic { x = 1; atomic { x = 2; x = 3 }; x = 4 } }
active proctype B() { assert(x == 0 || x == 4) }
