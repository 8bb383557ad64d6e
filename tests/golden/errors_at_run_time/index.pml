/* An index beyond the array.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=index
   spin: kinds */
byte a[3]; byte i = 3;
active proctype A() { a[0] = 1; a[i] = 2 }
