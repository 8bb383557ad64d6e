/* There is no channel with this number: an error where it is used.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=uninitialised-channel line=11
   spin: none SPIN says invalid end state, or crashes

   gyre: check
   expect: verdict=violated kinds=uninitialised-channel line=11
   spin: none SPIN says invalid end state, or crashes */
chan c = [1] of { byte };
active proctype P() { c = 255; c!1 }
