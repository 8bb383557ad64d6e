/* Arrows where semicolons usually stand, inside atomic and d_step too.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6 atomic=1
   spin: textbook */
byte x;
active proctype A() { atomic { x = 1 -> x = 2 } -> d_step { x = 3 -> x = 4 } -> { x = 5 } -> assert(x == 5) }
