/* eval(_last) in the receive of a rendezvous is the sender; a d_step that begins with one does not change it.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=15 transitions=16
   spin: textbook */
byte r = 9;
chan c = [0] of { byte };
active proctype A() { r = 3 }
active proctype B() { c!1 }
active proctype C() { c?eval(_last); r = 4 }
active proctype D() { d_step { c?r; r = _last } }
