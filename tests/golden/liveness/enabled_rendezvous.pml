/* A process at the send of a rendezvous is enabled only while some process can take what it offers.

   gyre: check --property always
   expect: verdict:always=violated
   spin: none SPIN refuses enabled() together with rendezvous channels

   gyre: check --property never_
   expect: verdict:never_=violated
   spin: none SPIN refuses enabled() together with rendezvous channels

   gyre: check --property exactly
   expect: verdict:exactly=holds
   spin: none SPIN refuses enabled() together with rendezvous channels

   gyre: check --property receiver
   expect: verdict:receiver=holds
   spin: none SPIN refuses enabled() together with rendezvous channels */
chan q = [0] of { bit, byte };
byte x;
active proctype S() { end: do :: q!1, x od }
active proctype T() { do :: x = 1 - x od }
active proctype R() { end: take: q?1, 1; stop: false }
ltl always { [] enabled(0) }
ltl never_ { [] !enabled(0) }
ltl exactly { [] (enabled(0) <-> (x == 1 && R@take)) }
ltl receiver { [] !enabled(2) }
