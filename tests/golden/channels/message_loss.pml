/* With --message-loss a send to a full channel loses the message.

   gyre: check --safety --por off --merge off --errors 0 --message-loss
   expect: verdict=holds states=7 transitions=7
   spin: textbook -m */
chan c = [1] of { byte };
active proctype A() { byte x; c!1; c!2; c!3; c?x; assert(x == 1 && empty(c)) }
