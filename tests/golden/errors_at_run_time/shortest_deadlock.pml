/* The shortest way into a deadlock (pan -i finds 3).

   gyre: check --safety --por off --merge off --shortest
   expect: verdict=violated length=2
   spin: shortest */
byte x;
active proctype A() { if :: x = 1; x = 2; x = 3 :: x = 4; x = 5 fi; false }
