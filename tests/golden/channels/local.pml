/* A local channel belongs to its process and lives in the vector as long as it does.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=28 transitions=41
   spin: textbook */
byte x;
active [2] proctype A() { chan q = [1] of { byte }; q!_pid + 1; q?x; assert(x > 0) }
