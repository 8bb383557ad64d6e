/* A rendezvous receive may begin a d_step.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
chan c = [0] of { byte };
byte x;
active proctype A() { c!1 }
active proctype B() { d_step { c?x; x++ }; assert(x == 2) }
