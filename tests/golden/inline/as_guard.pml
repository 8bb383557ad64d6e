/* As the first statement of an option: its first statement is the guard.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
byte x;
inline ready(n) { x == n; x = x + 1 }
active proctype A() { do :: ready(0) :: ready(1) :: x == 2 -> break od }
