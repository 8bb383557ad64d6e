/* An event trace that is broken.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=trace,deadlock?
   spin: kinds */
chan c = [1] of { byte };
byte y;
trace { do :: c!1; c?1 od }
active proctype A() { c!1; c?y; c!2; c?y }
