/* A process that is not there yet is at no label, and its variables are 0.

   gyre: check --por off --merge off --property p
   expect: verdict=holds
   spin: cycles p

   gyre: check --por off --merge off --property q
   expect: verdict=holds
   spin: cycles q */
byte x;
proctype Q() { byte v = 3; here: x = v }
init { x = 1; run Q() }
ltl p { <> Q[1]@here && (!Q[1]@here W (x == 1)) }
ltl q { (Q[1]:v == 0) U (Q[1]:v == 3) }
