/* As the first statement of an option.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=13
   spin: textbook */
byte x;
active proctype A() { do :: select (x : 1 .. 2); x = x + 2 :: x > 2 -> break od }
