/* One process sits at its accept label while the other goes round.

   gyre: check --por off --merge off --acceptance
   expect: verdict=violated
   spin: cycles

   gyre: check --por off --merge off --acceptance --fairness weak
   expect: verdict=holds
   spin: cycles -f */
byte x, y;
active proctype A() { x = 1; accept: x = 2 }
active proctype B() { do :: y = 1 - y od }
