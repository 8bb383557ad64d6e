/* Two atomics that wait for each other in turn.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9 atomic=9
   spin: textbook */
byte x;
active proctype A() { atomic { x = 1; x == 2; x = 3; x == 4; x = 5 } }
active proctype B() { atomic { x == 1; x = 2; x == 3; x = 4; x == 5; x = 6 } }
