/* A goto from the middle of one atomic into another: nobody comes in between.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=11 atomic=6
   spin: textbook */
byte x;
active proctype A() { atomic { x = 1; goto L }; skip; atomic { x = 5; L: x = 2; x = 3 } }
active proctype B() { x = x + 10 }
