/* len counts messages; 0 on a rendezvous channel.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
chan c = [3] of { byte }; chan r = [0] of { byte };
active proctype A() { assert(len(c) == 0); c!1; c!1; assert(len(c) == 2 && len(r) == 0); c?_; assert(len(c) == 1 && len(c) + 1 == 2) }
