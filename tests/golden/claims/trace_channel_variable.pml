/* A channel is what the name stands for when the event happens.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=trace states=12 transitions=12
   spin: textbook */
chan c = [1] of { byte };
chan d = [1] of { byte };
chan w;
trace { do :: w!1 od }
active proctype A() { w = c; d!5; c!1; c?_; d?_; w = d; c!5; d!1; d?_; d!2 }
