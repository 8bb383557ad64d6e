/* An #include of a file that is not there.

   gyre: check --safety
   expect: exit=2 line=6
   spin: error */
#include "nosuchfile.h"
active proctype A() { skip }
