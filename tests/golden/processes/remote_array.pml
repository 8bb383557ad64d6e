/* P[i]:a[k] reads an element of another process's array.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
active proctype A() { byte a[2]; a[1] = 5; end: false }
active proctype B() { A[0]:a[1] == 5; assert(A[0]:a[0] == 0) }
