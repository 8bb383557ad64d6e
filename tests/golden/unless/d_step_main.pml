/* Over a d_step: only before it starts.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=17 transitions=22
   spin: textbook */
byte x; bool stop;
active proctype A() { { d_step { x = 1; x = 2 }; x = 3 } unless { stop -> x = 9 } }
active proctype B() { stop = true }
