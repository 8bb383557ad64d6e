/* Active processes and init together, in an order that matters for pids.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=40 transitions=82
   spin: textbook */
byte p[3];
init { p[_pid] = 1; assert(_pid == 0) }
active [2] proctype W() { p[_pid] = 2; assert(_pid > 0) }
