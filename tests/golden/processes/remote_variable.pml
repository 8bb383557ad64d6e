/* P[i]:v reads a local variable of another process.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=19 transitions=24
   spin: textbook */
active proctype A() { byte v = 5; v = 6; v = 7; end: false }
active proctype B() { byte w; w = A[0]:v; assert(w >= 5 && w <= 7); A[0]:v == 7 }
