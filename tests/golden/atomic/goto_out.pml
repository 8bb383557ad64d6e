/* A goto through which an atomic is left is a step.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4 atomic=1
   spin: textbook */
byte x;
active proctype A() { atomic { x = 1; goto L }; x = 9; L: x = 2 }
