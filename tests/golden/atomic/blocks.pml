/* An atomic that blocks is stored where it blocks, and other processes may then run; it goes on without precedence.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=9 atomic=3
   spin: textbook */
byte x;
active proctype A() { atomic { x = 1; x == 2; x = 3 } }
active proctype B() { x == 1; x = 2 }
