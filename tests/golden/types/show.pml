/* `show` is about displaying a variable and changes nothing.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
show byte x;
active proctype A() { x = 1; x = 2 }
