/* A rendezvous inside a d_step cannot work: an error when it is read, or when it is executed.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=d_step-block
   spin: kinds */
chan c = [0] of { byte };
byte x;
active proctype A() { d_step { x = 1; c!1; x = 2 } }
active proctype B() { c?x }
