/* Whether the else is taken depends on whether P has come to its receive: its local statements must not be merged with
   the one before, after which Q can go on.

   gyre: check --safety --errors 0 --por off --merge off
   expect: verdict=violated kinds=assertion,deadlock
   spin: kinds
   gyre: check --safety --errors 0 --por on --merge on
   expect: verdict=violated kinds=assertion,deadlock
   spin: kinds */
chan c = [0] of { byte };
byte g;
active proctype P() { byte i; g = 1; i = 2; i = 0; c?i }
active proctype Q() { g == 1; if :: c!1 :: else -> assert(false) fi }
