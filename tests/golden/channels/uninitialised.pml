/* Using a channel variable that holds no channel is an error.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=uninitialised-channel,deadlock?
   spin: kinds */
chan c = [1] of { byte }; chan t[2];
active proctype A() { t[1] = c; t[1]!1; t[0]!2 }
