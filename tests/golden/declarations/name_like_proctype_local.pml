/* Locals of different processes, parameters and labels of others may share names.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=26 transitions=38
   spin: textbook */
byte done;
proctype A(byte v) { byte w = v; x: assert(w == 5); done++ }
proctype B(byte w) { byte v = w; byte x = v; assert(x == 6); y: done++ }
init { run A(5); run B(6); done == 2 }
