/* A macro that is nothing.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
#define NOTHING
#define SKIP_TYPE byte
NOTHING SKIP_TYPE x NOTHING;
active proctype A() { NOTHING x = 1 NOTHING; NOTHING assert(x == 1) }
