/* An array of channels as a local variable.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=49 transitions=83
   spin: textbook */
byte x;
active [2] proctype A() { chan c[2] = [1] of { byte }; c[1]!_pid; c[0]!5; c[1]?x; c[0]?x; assert(x <= 5) }
