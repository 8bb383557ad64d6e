/* As the first statement of an option.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=13
   spin: textbook */
byte x;
active [2] proctype A() { do :: d_step { x == 0 -> x = 1; x = 2 } :: d_step { x == 2 -> x = 4 } :: x == 4 -> break od }
