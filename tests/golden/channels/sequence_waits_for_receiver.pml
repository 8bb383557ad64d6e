/* Q's atomic sequence stops in the middle if P has not come to its receives yet, and then R sends 1: P's local statements
   must not be merged with the one before.

   gyre: check --safety --errors 0 --por off --merge off
   expect: verdict=violated kinds=assertion,deadlock
   spin: kinds
   gyre: check --safety --errors 0 --por off --merge on
   expect: verdict=violated kinds=assertion,deadlock
   spin: kinds
   gyre: check --safety --errors 0 --por on --merge on
   expect: verdict=violated kinds=assertion,deadlock
   spin: kinds */
chan c = [0] of { byte };
chan d = [0] of { byte };
byte g, x;
active proctype P() { byte i; g = 1; i = 2; i = 0; if :: c?i :: d?i -> assert(i == 0) fi }
active proctype Q() { atomic { g == 1; x = 1; c!1; x = 0 } }
active proctype R() { d!x }
