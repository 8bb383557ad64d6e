/* _last in an ltl block is mentioned like anywhere else.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=19 transitions=27
   spin: textbook */
byte x;
active proctype A() { x = 1; x = 1 }
active proctype B() { x = 1; x = 1 }
ltl p { [] (_last == 0 -> <> (_last == 1)) }
