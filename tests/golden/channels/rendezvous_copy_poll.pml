/* Polling with ?? is no better on a rendezvous channel.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=channel-misuse,deadlock? states=4 transitions=4
   spin: textbook */
chan c = [0] of { byte };
byte x;
active proctype A() { if :: c??[1] -> skip :: else -> skip fi }
