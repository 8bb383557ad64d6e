/* P[i]@label tells whether a process stands there; it may be gone before one looks.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=10 transitions=12
   spin: textbook */
byte x;
active proctype A() { x = 1; L: x = 2; x = 3 }
active proctype B() { (A[0]@L) -> assert(x == 1 || x == 2 || x == 3) ; end: false }
