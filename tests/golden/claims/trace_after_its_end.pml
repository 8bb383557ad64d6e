/* At its end a trace allows nothing more on the channels that it watches.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=trace states=8 transitions=8
   spin: textbook */
chan c = [2] of { byte };
chan other = [2] of { byte };
trace { c!1; c!2 }
active proctype A() { c!1; other!9; c!2; other?_; c?_; c!3 }
