/* A process that does not exist stands nowhere, and its variables are 0.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=19
   spin: textbook */
active proctype A() { byte v = 5; L: v == 5; skip }
active proctype B() { assert(!(A[7]@L)); skip }
