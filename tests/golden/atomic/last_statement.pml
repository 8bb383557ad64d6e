/* The state after the last statement is stored; dying is a step after it.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=9 atomic=5
   spin: textbook */
byte x;
active [2] proctype A() { atomic { x = 1; x = 2 } }
