/* Jumps out of the main sequence and out of the escape.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=26 transitions=34
   spin: textbook */
byte x; bool stop;
active proctype A() { { x = 1; if :: x == 1 -> goto L :: else fi; x = 2 } unless { stop -> goto M }; x = 3; L: x = x + 10; M: x = x + 20 }
active proctype B() { stop = true }
