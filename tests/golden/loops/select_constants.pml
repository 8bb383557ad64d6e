/* select with constant bounds is one step per value.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=10
   spin: textbook */
byte x;
active proctype A() { byte i; select (i : 1 .. 3); x = i }
