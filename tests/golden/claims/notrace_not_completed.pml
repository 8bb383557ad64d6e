/* A notrace that waits in the middle makes an end state invalid too, as in SPIN.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=2 transitions=2
   spin: textbook */
chan c = [1] of { byte };
notrace { c!1; c!2 }
active proctype A() { c!1; end: false }
