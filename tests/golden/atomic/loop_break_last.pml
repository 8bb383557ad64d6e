/* A loop whose break leaves the atomic.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=16 transitions=23 atomic=34
   spin: textbook */
byte x;
active [2] proctype A() { atomic { do :: x < 2 -> x++ :: x >= 2 -> break od }; x = 0 }
