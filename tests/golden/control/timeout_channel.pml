/* Resending after a lost message.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=47 transitions=72
   spin: textbook */
chan c = [1] of { bit };
byte n;
active proctype S() { do :: n < 3 -> n++; if :: c!1 :: skip fi :: timeout -> break od; end: c!0 }
active proctype R() { bit b; do :: c?b; if :: b == 0 -> break :: else fi od }
