/* A file with a guard, included twice.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
#include "guarded.h"
#include "guarded.h"
active proctype A() { shared++; assert(shared == 1) }
