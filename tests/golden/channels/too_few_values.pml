/* A channel that comes through a parameter has other fields than the send: an error at run time.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=channel-misuse,deadlock?
   spin: kinds */
chan c = [1] of { byte, byte };
proctype P(chan out) { out!1; assert(len(c) == 1); out!2,3 }
init { run P(c) }
