/* An unless as the body of a loop.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=58 transitions=86
   spin: textbook */
byte x; bool stop;
active proctype A() { do :: { x < 3 -> x++ } unless { stop -> stop = false; x = 0 } :: x == 3 -> break od }
active proctype B() { stop = true }
