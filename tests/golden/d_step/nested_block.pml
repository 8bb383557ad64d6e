/* Blocks and atomics inside a d_step.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4 atomic=0
   spin: textbook */
byte x;
active proctype A() { d_step { { x = 1 }; atomic { x++; x++ }; { { x = x * 10 } } }; assert(x == 30) }
