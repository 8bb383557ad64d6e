/* Printing inside.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=3 transitions=3
   spin: textbook */
byte x;
active proctype A() { d_step { printf("x = %d\n", x); x = 1; printf("x = %d\n", x) } }
