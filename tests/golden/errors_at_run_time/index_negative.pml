/* A negative index.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=index
   spin: kinds */
byte a[3]; short i = -1; byte x;
active proctype A() { x = 1; x = a[i] }
