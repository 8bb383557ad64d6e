/* A channel travels in a message; the answer comes back on it.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=41 transitions=54
   spin: textbook */
chan server = [0] of { chan, byte };
proctype client(byte v) { chan reply = [0] of { byte }; byte r; server!reply,v; reply?r; assert(r == v * 2) }
active proctype S() { chan to; byte v; end: do :: server?to,v -> to!(v * 2) od }
init { run client(3); run client(4) }
