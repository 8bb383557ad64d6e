/* A rendezvous send inside a d_step is an error even as its first statement.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=d_step-block
   spin: kinds */
chan c = [0] of { byte };
byte x;
active proctype A() { d_step { c!1; x = 2 } }
active proctype B() { c?_ }
