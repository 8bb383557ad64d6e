/* A receive into the variable that its channel's index is made of. To undo it, pan computes the channel with the value
   that was received, and gives the message back to another channel (6 states, 6 transitions); with d[0]?x, which is
   the same here, it has our numbers.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=12 transitions=16
   spin: none pan gives the message back to another channel */
chan d[2] = [0] of { byte };
active [2] proctype Receiver() { d[0]?1 }
active [2] proctype Sender() { d[0]!_pid }
active proctype Moving() { byte x; d[x & 1]?x }
active proctype Idle() { skip }
