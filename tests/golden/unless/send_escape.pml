/* A buffered send as escape: it is possible at once.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=10
   spin: textbook */
chan c = [1] of { byte };
byte x;
active proctype A() { { x = 1; x = 2 } unless { c!1; x = 7 } }
active proctype B() { c?_ }
