/* Elements of an array of channels.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=trace states=7 transitions=7
   spin: textbook */
chan c[2] = [1] of { byte };
byte k;
trace { c[0]!1; c[1]!2; do :: c[0]?1 od }
active proctype A() { c[0]!1; c[1]!2; c[1]?k; c[0]?k; c[1]!3 }
