/* run returns the pid of the new process.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=16 transitions=26 atomic=1
   spin: textbook */
pid a, b;
proctype P() { skip }
init { atomic { a = run P(); b = run P() } assert(a == 1 && b == 2) }
