/* A message nobody wants stays at the head.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=3 transitions=3
   spin: textbook */
chan c = [2] of { byte };
active proctype A() { c!1; c!2 }
active proctype B() { c?2; c?1 }
