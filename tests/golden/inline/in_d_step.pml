/* In a d_step.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte x;
inline calc(n) { if :: n > 2 -> x = 1 :: else -> x = 2 fi }
active proctype A() { d_step { calc(3); x = x + 10 }; assert(x == 11) }
