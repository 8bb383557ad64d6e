/* -D on the command line, and #ifndef for its default.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook
   gyre: check --safety --por off --merge off --errors 0 -DN=5
   expect: verdict=holds states=14 transitions=14
   spin: textbook */
#ifndef N
#define N 2
#endif
byte x;
active proctype A() { do :: x < N -> x++ :: else -> break od; assert(x == N) }
