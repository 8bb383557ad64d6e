/* A local initialiser is evaluated when the process is created.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=15 transitions=17
   spin: textbook */
byte g = 1;
proctype P() { byte a = g; g = 7; assert(a == 3) }
init { g = 3; run P(); g = 5 }
