/* A channel goes with its process; its number is used again.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=16 transitions=16
   spin: textbook */
chan keep;
proctype P(byte v) { chan mine = [1] of { byte }; mine!v; mine?eval(v) }
init { run P(1); _nr_pr == 1; run P(2); _nr_pr == 1; run P(3) }
