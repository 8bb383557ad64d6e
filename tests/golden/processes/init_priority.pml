/* init may have a priority too.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6
   spin: textbook */
byte x;
init priority 3 { x = 0; x = 1 }
active proctype A() priority 2 { assert(x == 1) }
