/* Two channels given in both orders.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=15 atomic=1
   spin: textbook */
chan a = [0] of { byte }; chan b = [0] of { byte };
proctype P(chan in, out; byte first) { byte v; if :: first -> out!1; in?v; assert(v == 2) :: else -> in?v; assert(v == 1); out!2 fi }
init { atomic { run P(a, b, 1); run P(b, a, 0) } }
