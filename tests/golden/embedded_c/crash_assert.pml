/* assert() of C, and uerror() of pan.

   gyre: check --embedded-c --errors 1
   expect: verdict=violated kinds=embedded-c
   output: assertion violated: now.x < 2 .* in the C of .c_code
   spin: none the verifier would die */
c_decl {
\#include <assert.h>
}
byte x;
active proctype A() { do :: x < 3 -> x++ :: c_code { assert(now.x < 2); } od }
