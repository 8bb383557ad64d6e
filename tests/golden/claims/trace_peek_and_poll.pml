/* Neither looking at a message nor polling for it is an event.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
chan c = [1] of { byte };
byte y;
trace { c!1; c?1 }
active proctype A() { c!1; c?<y>; (c?[1]); c?y; c??[1] || true }
