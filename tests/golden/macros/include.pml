/* #include of a second file.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
#include "common.h"
active proctype A() { byte v; put(3); c?v; assert(v == THREE) }
