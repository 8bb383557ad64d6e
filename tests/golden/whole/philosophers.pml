/* Three philosophers who take the left fork first.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=27 transitions=53 atomic=5
   spin: textbook */
chan fork[3] = [1] of { bit };
init { atomic { fork[0]!1; fork[1]!1; fork[2]!1; run phil(0); run phil(1); run phil(2) } }
proctype phil(byte i) { end: do :: fork[i]?_; fork[(i + 1) % 3]?_; fork[i]!1; fork[(i + 1) % 3]!1 od }
