/* The number of instances may be a macro.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=9
   spin: textbook */
#define N 2
active [N] proctype A() { assert(_pid < N) }
