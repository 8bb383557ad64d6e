/* Among equals every order is possible.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=27 transitions=30
   spin: textbook */
byte x;
active [2] proctype A() priority 4 { x++ }
active proctype B() priority 4 { x = x * 2 }
active proctype C() priority 1 { assert(x > 0) }
