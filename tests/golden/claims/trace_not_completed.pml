/* A trace that is not completed makes an end state invalid, although all processes are in valid ones.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock line=7 states=2 transitions=2
   spin: textbook */
chan c = [2] of { byte };
trace { c!1; c!2 }
active proctype A() { c!1; end: false }
