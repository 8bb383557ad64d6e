/* The results of comparisons and logical operators can be added.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte x;
active proctype A() { x = (3 > 2) + (2 >= 2) + (1 != 1) + (5 && 7) + (0 || 9) + !0 + !8; assert(x == 5) }
