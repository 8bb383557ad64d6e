/* A finite run counts as one that stays at its end for ever.

   gyre: check --por off --merge off --property stays
   expect: verdict=violated
   spin: cycles stays

   gyre: check --por off --merge off --property comes
   expect: verdict=holds
   spin: cycles comes

   gyre: check --por off --merge off --property again
   expect: verdict=holds
   spin: cycles again */
byte x;
active proctype A() { x = 1; x = 2 }
ltl stays { []<> (x == 1) }
ltl comes { <> (x == 2) }
ltl again { <>[] (x == 2) }
