/* A macro that names itself is replaced once.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
#define x x + 1
#undef x
#define y (y1)
byte x, y1;
active proctype A() { y1 = 2; x = y; assert(x == 2) }
