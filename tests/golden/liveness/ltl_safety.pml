/* A bad prefix is enough.

   gyre: check --por off --merge off --property p
   expect: verdict=violated
   spin: cycles p

   gyre: check --por off --merge off --property q
   expect: verdict=holds
   spin: cycles q */
byte x;
active proctype A() { do :: x < 4 -> x++ :: else -> x = 0 od }
ltl p { [] (x < 4) }
ltl q { (x < 4) W (x == 4) }
