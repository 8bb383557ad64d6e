/* ... and inner steps of an atomic.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4 atomic=3
   spin: textbook */
byte g;
active proctype A() { atomic { byte a; byte b = 3; g = b; byte c }; g = 4 }
