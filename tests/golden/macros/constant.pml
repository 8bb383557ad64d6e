/* Object-like macros.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=10
   spin: textbook */
#define LIMIT 3
#define NAME x
byte NAME;
active proctype A() { do :: NAME < LIMIT -> NAME++ :: else -> break od; assert(x == 3) }
