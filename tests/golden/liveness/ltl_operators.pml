/* The operators in SPIN's words.

   gyre: check --por off --merge off --property p1
   expect: verdict=holds
   spin: cycles p1

   gyre: check --por off --merge off --property p2
   expect: verdict=violated
   spin: cycles p2

   gyre: check --por off --merge off --property p3
   expect: verdict=holds
   spin: cycles p3

   gyre: check --por off --merge off --property p4
   expect: verdict=violated
   spin: cycles p4 */
byte x;
active proctype A() { x = 1; do :: x = 2 :: x = 3; break od; x = 4 }
ltl p1 { always ((x == 4) implies always (x == 4)) }
ltl p2 { eventually (x == 4) }
ltl p3 { (x == 0) until (x == 1) }
ltl p4 { (x == 4) release (x < 3) }
