/* C in inlines and in macros, and macros in C.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=holds states=91 transitions=163
   spin: textbook */
#define BUMP c_code { now.x = now.x + STEP; }
#define STEP 2
int x; byte n;
inline twice() { BUMP; n++; c_code { now.x++; } }
active [2] proctype A() { twice(); twice(); if :: c_expr { now.x > 6 * STEP } -> skip :: else -> skip fi }
