/* `->` and `;` are the same separator, anywhere.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6
   spin: textbook */
byte x;
active proctype A() { x = 1 -> x = 2; x = 3 -> skip }
