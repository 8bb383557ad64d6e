/* A provided clause of a process that is started later.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=11
   spin: textbook */
byte x;
proctype B() provided (x > 0) { byte k; k = 1 }
init { run B(); x = 1; x = 2 }
