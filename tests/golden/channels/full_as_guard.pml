/* As guards between processes.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=27 transitions=37
   spin: textbook */
chan c = [1] of { byte };
byte n;
active proctype A() { do :: n < 2 -> if :: nfull(c) -> c!n; n++ fi :: else -> break od }
active proctype B() { byte x; do :: nempty(c) -> c?x :: empty(c) && n == 2 -> break od }
