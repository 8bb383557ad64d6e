/* _last in what is sent, in the index of what is received into, in the arguments of run and in a sorted send.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=20 transitions=22
   spin: textbook */
byte r = 9;
chan c = [2] of { byte };
proctype N(byte born) { r = born }
active proctype A() { r = 3 }
active proctype B() { c!_last; c!!_last }
active proctype C() { byte a[5]; c?a[_last]; c?eval(_last); run N(_last) }
