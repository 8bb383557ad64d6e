/* Any expression is a statement, executable if it is not 0; a negative number is true.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
int x = -2;
active proctype A() { x; x + 3; x == -2; !0; (x < 0 -> 5 : 0); ~x }
