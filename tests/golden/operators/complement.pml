/* ~ on numbers of 32 bits.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
int a = 5; byte b = 5;
active proctype A() { assert(~a == -6); assert(~0 == -1); b = ~b; assert(b == 250); assert((~a & 7) == 2); assert(~~a == 5) }
