/* Globals may be declared between processes, before their use.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=9
   spin: textbook */
active proctype A() { skip }
byte x = 4;
active proctype B() { assert(x == 4) }
