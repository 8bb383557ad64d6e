/* The second message does not fit. The trace stays where it is, the search goes on.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=trace line=10 states=6 transitions=6
   spin: textbook */
chan c = [2] of { byte };
byte y;
trace { do :: c!1; c?1 od }
active proctype A() {
  c!1; c!2;
  c?y; c?y }
