/* A receive that compares its second field with the variable that it receives the first into: with the value before.
   To undo it, pan gives back a message whose second field is the value that was received, and asks the next receiver
   with that one (3 states, 3 transitions); with c?x,0, which is the same here, it has our numbers.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=4 transitions=4
   spin: none pan offers another message */
chan c = [0] of { byte, byte };
active proctype Sender() { c!1,0 }
active proctype Other() { c?_,0 }
active proctype Comparing() { byte x; c?x,eval(x) }
