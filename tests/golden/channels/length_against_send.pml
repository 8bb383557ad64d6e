/* A test of a channel's length and a send to it do not commute, in the reduction too.

   gyre: check --safety
   expect: verdict=violated kinds=assertion
   spin: reduced */
chan c = [1] of { byte };
byte x;
active proctype Q() { endq: len(c) == 0 -> x = 1; assert(false) }
active proctype P() { c!1; endp: c!2 }
