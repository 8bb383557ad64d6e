/* A channel passed as a parameter.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=11
   spin: textbook */
chan c = [1] of { byte };
byte x;
proctype P(chan out; byte v) { out!v }
init { run P(c, 4); c?x; assert(x == 4) }
