/* End labels in the middle of a body, on a receive.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=6
   spin: textbook */
chan c = [1] of { byte };
byte y;
active proctype A() { endA: c?y; endB: c?y; y = 9 }
active proctype B() { c!1 }
