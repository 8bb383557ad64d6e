/* bit and bool arrays hold whole bytes in the verifier: no truncation.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6
   spin: textbook */
bit a[2]; bit s;
active proctype A() { a[0] = 2; s = 2; assert(a[0] == 2); assert(s == 0) }
