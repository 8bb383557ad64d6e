/* Bounds that are expressions of constants.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=20 transitions=20
   spin: textbook */
byte x;
#define N 3
active proctype A() { select (x : N - 2 .. N + 1); assert(x >= 1 && x <= 4) }
