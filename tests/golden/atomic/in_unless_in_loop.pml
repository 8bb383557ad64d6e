/* Atomic, unless and loop together.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=20 transitions=30 atomic=4
   spin: textbook */
byte x; bool stop;
active proctype A() { do :: { atomic { x < 3 -> x++; x++ } } unless { stop -> break } :: x >= 3 -> break od; x = 9 }
active proctype B() { stop = true }
