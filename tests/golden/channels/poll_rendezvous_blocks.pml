/* Polling a rendezvous channel is an error and false, also where nothing else can be done.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=channel-misuse,deadlock? line=11
   spin: kinds

   gyre: check
   expect: verdict=violated kinds=channel-misuse line=11
   spin: none SPIN stops at the first error */
chan channel = [0] of { byte };
init { channel?[1] }
