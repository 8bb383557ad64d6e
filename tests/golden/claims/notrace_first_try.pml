/* Only the first try counts: after an event that does not fit the sequence is no longer looked for.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9
   spin: textbook */
chan c = [1] of { byte };
byte y;
notrace { c!1; c!2 }
active proctype A() { c!1; c?y; c!3; c?y; c!1; c?y; c!2 }
