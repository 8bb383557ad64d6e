/* Two processes, and an order that only some runs keep.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=trace,deadlock states=23 transitions=33
   spin: textbook */
mtype = { ping, pong };
chan c = [1] of { mtype };
chan d = [1] of { mtype };
trace { c!ping; d!pong; end: do :: c!ping :: d!pong od }
active proctype A() { c!ping; c?_; c!ping; c?_; end: false }
active proctype B() { d!pong; d?_; end: false }
