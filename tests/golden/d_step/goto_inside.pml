/* Jumps within the d_step.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte x;
active proctype A() { d_step { x = 1; again: x = x * 2; if :: x < 20 -> goto again :: else fi; x++ }; assert(x == 33) }
