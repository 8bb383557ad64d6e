/* A constant index that is too large.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=index
   spin: none SPIN refuses it when it reads the model; gyre may too, or find it at run time */
byte a[3];
active proctype A() { if :: a[0] = 1 :: a[3] = 2 fi }
