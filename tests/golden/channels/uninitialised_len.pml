/* ... and in len().

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=uninitialised-channel
   spin: kinds */
chan c;
active proctype A() { byte x; x = len(c) }
