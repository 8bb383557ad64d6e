/* A file that includes itself without end.

   gyre: check --safety
   expect: exit=2
   spin: error */
#include "cycle.h"
active proctype A() { skip }
