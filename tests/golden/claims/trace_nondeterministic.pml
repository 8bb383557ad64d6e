/* A trace must be deterministic: two events that fit the same message are an error when it comes.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=nondeterminism
   spin: none pan stops there */
chan c = [1] of { byte };
trace { if :: c!1; c!2 :: c!_; c!3 fi }
active proctype A() { c!1; c?_; c!2 }
