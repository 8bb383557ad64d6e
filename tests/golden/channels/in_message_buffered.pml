/* The same with buffers.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=45 transitions=69
   spin: textbook */
chan server = [2] of { chan, byte };
active [2] proctype client() { chan reply = [1] of { byte }; byte r; server!reply,_pid; reply?r; assert(r == _pid + 1) }
active proctype S() { chan to; byte v; end: do :: server?to,v -> to!(v + 1) od }
