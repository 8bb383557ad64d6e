/* In one atomic step nothing can come between.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=14 atomic=4
   spin: textbook */
byte x, seen;
active proctype A() { x = 1; L: x = 2; x = 3 }
active proctype B() { do :: atomic { A[0]@L -> assert(x == 1); seen = 1 } :: x == 3 -> break od }
