/* A full channel in the middle is a block.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=d_step-block
   spin: kinds */
chan c = [1] of { byte };
active proctype A() { d_step { c!1; c!2 } }
