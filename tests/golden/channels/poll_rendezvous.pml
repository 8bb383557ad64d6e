/* Polling a rendezvous channel is an error.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=channel-misuse states=4 transitions=4
   spin: textbook */
chan c = [0] of { byte };
active proctype A() { if :: c?[1] -> skip :: else -> skip fi }
