/* Processes created inside an atomic start after it.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6 atomic=1
   spin: textbook */
byte n;
proctype P() { assert(n == 5); n++ }
init { atomic { run P(); n = 5 } }
