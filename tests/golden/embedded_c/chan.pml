/* An expression of C in a message.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=holds states=51 transitions=82
   spin: textbook */
chan q = [2] of { byte, short };
byte got; int total;
active proctype S() { byte i; do :: i < 3 -> q!i,c_expr { PS->i * 100 }; c_code { PS->i++; } :: else -> break od }
active proctype R() { short v; do :: q?got,v -> c_code { now.total += PR->v; } :: c_expr { now.total == 300 } -> break od }
