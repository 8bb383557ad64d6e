/* When all processes have died nobody asks whether the trace is completed.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=3 transitions=3
   spin: textbook */
chan c = [2] of { byte };
trace { c!1; c!2 }
active proctype A() { c!1 }
