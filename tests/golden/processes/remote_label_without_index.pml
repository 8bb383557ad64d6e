/* Without an index: the only process of that type.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=8 atomic=1
   spin: textbook */
byte x;
active proctype A() { x = 1; L: x = 2; x = 3 }
active proctype B() { do :: atomic { A@L -> assert(x == 1) } :: x == 3 -> break od }
