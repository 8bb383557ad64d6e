/* Over an atomic: the escape is looked at before it starts, and inside.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=17 transitions=22 atomic=1
   spin: textbook */
byte x; bool stop;
active proctype A() { { atomic { x = 1; x = 2 }; x = 3 } unless { stop -> x = 9 } }
active proctype B() { stop = true }
