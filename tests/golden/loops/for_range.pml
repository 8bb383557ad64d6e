/* for: i=1, then (i<=3, body, i++) three times, else, end.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=13
   spin: textbook */
byte x;
active proctype A() { byte i; for (i : 1 .. 3) { x = x + i } }
