/* Only the receiver whose constants match is a partner.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
mtype = { a, b };
chan c = [0] of { mtype, byte };
byte got;
active proctype S() { c!b(3) }
active proctype R1() { end: c?a(got) }
active proctype R2() { c?b(got); assert(got == 3) }
