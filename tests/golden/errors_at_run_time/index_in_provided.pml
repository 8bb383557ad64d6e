/* An error in the clause that says when a process may move is an error of the model, not a reason to wait: of the
   process itself, of a receiver inside an atomic sequence, and of one that somebody asks about.

   gyre: check --safety --por off --merge off
   expect: verdict=violated kinds=index
   spin: none what it prints after an invalid index has no meaning
   gyre: check --safety --por off --merge off -DRECEIVER --errors 0
   expect: verdict=violated kinds=index
   spin: none what it prints after an invalid index has no meaning
   gyre: check --safety --por off --merge off -DASKED --errors 0
   expect: verdict=violated kinds=index
   spin: none what it prints after an invalid index has no meaning
   gyre: check --safety
   expect: verdict=violated kinds=index
   spin: none reduction is on */
byte i;
bool a[2];

#ifdef RECEIVER
chan c = [0] of { byte };
active proctype R() provided (a[i] == 0) { byte x; end: do :: c?x od }
active proctype S() { atomic { i = 3; c!1; i = 0 } }
#else
#ifdef ASKED
active proctype P() provided (a[i] == 0) { end: do :: i = 0 od }
active proctype Q() { i = 3; enabled(0) }
#else
init { i = 3 }
active proctype P() provided (a[i] == 0) { do :: i = 1 :: break od }
active proctype Q() { i = 2 }
#endif
#endif
