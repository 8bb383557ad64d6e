/* Macros are not expanded in strings.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
#define x 5
byte y;
active proctype A() { printf("x = %d\n", x); y = x; assert(y == 5) }
