/* In a guard.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=index,deadlock?
   spin: kinds */
byte a[3]; byte i = 200;
active proctype A() { if :: a[i] == 1 -> skip :: else -> skip fi }
