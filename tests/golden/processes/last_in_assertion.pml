/* In an effect _last is the process that moved before this step, not the one that executes it.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=assertion states=9 transitions=11
   spin: textbook */
byte x;
active proctype A() { x = 1 }
active proctype B() { assert(_last != 0) }
