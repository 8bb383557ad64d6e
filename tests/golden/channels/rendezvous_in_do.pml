/* A loop of handshakes.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=18 transitions=18
   spin: textbook */
chan c = [0] of { byte }; chan d = [0] of { byte };
byte n;
active proctype A() { byte x; do :: n < 2 -> c!n; d?x; assert(x == n + 1); n++ :: else -> break od; c!9 }
active proctype B() { byte y; do :: c?y; if :: y == 9 -> break :: else -> d!(y + 1) fi od }
