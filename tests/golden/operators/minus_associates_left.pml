/* a - b - c and a / b / c group from the left.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
int a = 20, b = 5, c = 2;
active proctype A() { assert(a - b - c == 13); assert(a / b / c == 2); assert(a / b * c == 8); assert(a * c / b == 8); assert(a % 7 * 2 == 12) }
