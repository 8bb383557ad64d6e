/* Interleaving of two counters: the classic lost update.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=assertion states=48 transitions=72
   spin: textbook */
byte n;
active [2] proctype A() { byte t; t = n; n = t + 1 }
init { _nr_pr == 1 || n == 2 || n == 1; assert(n == 2) }
