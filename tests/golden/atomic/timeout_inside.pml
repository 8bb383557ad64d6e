/* A timeout inside an atomic.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=16 atomic=6
   spin: textbook */
byte x;
active proctype A() { atomic { x = 1; timeout; x = 2 } }
active proctype B() { x = x + 10; skip }
