/* Atomics as options; the guard is the first statement inside.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=12 transitions=19 atomic=9
   spin: textbook */
byte x;
active [2] proctype A() { do :: atomic { x == 0 -> x = 1 } ; x = 0 :: atomic { x == 1 -> x = 2; break } :: atomic { x == 2 -> break } od }
