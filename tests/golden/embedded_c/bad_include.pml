/* A file that is not there.

   gyre: check --embedded-c
   expect: exit=2 line=8
   output: nowhere.h. file not found
   spin: none its C compiler would tell */
c_decl {
  \#include "nowhere.h"
}
active proctype A() { skip }
