/* An array of channels.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=index,uninitialised-channel?,deadlock?
   spin: kinds */
chan c[2] = [1] of { byte }; byte i = 2;
active proctype A() { i = 2; c[i]!1 }
