/* Locals used as scratch space.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte r;
active proctype A() { byte t; d_step { t = 5; t = t * t; r = t; t = 0 }; assert(r == 25 && t == 0) }
