/* A macro is text: precedence applies after the replacement.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
#define SUM 1 + 2
byte x;
active proctype A() { x = SUM * 3; assert(x == 7) }
