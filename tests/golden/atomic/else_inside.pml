/* else inside an atomic.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=9 atomic=15
   spin: textbook */
byte x;
active [2] proctype A() { atomic { if :: x > 0 -> x = 5 :: else -> x = 1 fi; x = x + 1 } }
