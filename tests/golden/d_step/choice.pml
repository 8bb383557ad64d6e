/* A choice inside a d_step: the first executable option.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte x;
active proctype A() { d_step { if :: x = 1 :: x = 2 fi; x = x + 10 } assert(x == 11) }
