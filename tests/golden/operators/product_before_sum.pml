/* * / % before + -, those before shifts, shifts before comparisons.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
int a = 1;
active proctype A() { assert(1 + 2 * 3 == 7); assert(10 - 6 / 2 == 7); assert(1 << 2 + 1 == 8); assert(16 >> 1 + 1 == 4); assert(1 + 7 % 4 == 4); assert(a << 3 > 7) }
