/* mtype constants are numbered from the last to the first, from 1.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=3 transitions=3
   spin: textbook */
mtype = { m1, m2 }
active proctype A() { assert(m1 == 2 && m2 == 1) }
