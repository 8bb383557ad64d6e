/* Control goes over and back: the answer is received inside the sender's atomic.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=17 transitions=21 atomic=12
   spin: textbook */
chan c = [0] of { byte }; chan d = [0] of { byte };
byte x;
active proctype A() { byte v; atomic { c!1; d?v; x = v; x = x + 1 } }
active proctype B() { byte w; atomic { c?w; w = w + 5; d!w; w = 0 } }
active proctype C() { x = 50 }
