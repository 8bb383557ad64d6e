/* pids follow the order of active proctypes and init in the text.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=31 transitions=65
   spin: textbook */
active proctype A() { assert(_pid == 0) }
init { assert(_pid == 1) }
active [2] proctype B() { assert(_pid == 2 || _pid == 3) }
