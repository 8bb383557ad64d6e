/* The send of a rendezvous has too few fields: the counterexample ends inside the handshake, with and without
   reductions.

   gyre: check --safety --por off --merge off
   expect: verdict=violated kinds=channel-misuse length=3
   spin: none the trail ends inside the rendezvous

   gyre: check --safety
   expect: verdict=violated kinds=channel-misuse
   spin: none the trail ends inside the rendezvous */
byte y;
chan c = [0] of { byte, byte };
active proctype A() { byte z; y = 1; z = 2; c!1 }
active proctype B() { byte x; c?x }
