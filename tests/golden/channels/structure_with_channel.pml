/* A channel inside a structure that is sent.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=12 transitions=14
   spin: textbook */
typedef req { byte v; chan back };
chan server = [1] of { req };
active proctype C() { chan mine = [1] of { byte }; req r; byte a; r.v = 4; r.back = mine; server!r; mine?a; assert(a == 5) }
active proctype S() { req q; server?q; q.back!q.v + 1 }
