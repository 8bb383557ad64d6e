/* With a variable bound: i = lo; do :: i < hi -> i++ :: break od.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=15 transitions=15
   spin: textbook */
byte x;
active proctype A() { byte i; byte lo = 1; select (i : lo .. 3); x = i }
