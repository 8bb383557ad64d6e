/* An expression of C as an atom of a formula.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=holds states=2051 transitions=4121
   spin: textbook

   gyre: check --embedded-c --property p
   expect: verdict:p=violated exit=1
   spin: cycles p */
#define low c_expr { now.x < 3 }
byte x;
active [2] proctype A() { do :: x < 4 -> c_code { now.x++; } :: x > 0 -> x-- od }
ltl p { [] low }
