/* && and || take any number other than 0 for true.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
int n = -4;
active proctype A() { assert(n && 2); assert((n && 2) == 1); assert((n || 0) == 1); assert(!n == 0); assert(!(!n) == 1) }
