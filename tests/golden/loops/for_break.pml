/* break and goto out of a for.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=23 transitions=23
   spin: textbook */
byte n;
active proctype A() { byte i; for (i : 0 .. 5) { n++; if :: i == 2 -> break :: else fi }; assert(n == 3 && i == 2); for (i : 0 .. 5) { if :: i == 1 -> goto out :: else fi }; assert(false); out: n = i; assert(n == 1) }
