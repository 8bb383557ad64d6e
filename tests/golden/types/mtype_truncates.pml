/* An mtype variable is a byte.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
mtype = { one }
mtype x;
active proctype A() { x = 257; assert(x == one) }
