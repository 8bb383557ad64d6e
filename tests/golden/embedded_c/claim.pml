/* Expressions of C in a never claim.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=holds states=36 transitions=73
   spin: textbook

   gyre: check --embedded-c --property never
   expect: verdict:never=violated exit=1
   spin: cycles */
byte x;
active [2] proctype A() { do :: c_expr { now.x < 3 } -> c_code { now.x++; } :: else -> c_code { now.x = 0; } od }
never { do :: c_expr { now.x != 3 } :: c_expr { now.x == 3 } -> break od }
