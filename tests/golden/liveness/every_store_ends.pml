/* Runs that come to an end, and stay there: the path of a swarm's search is translated back, up to where the system stands
   still.

   gyre: check --property ends --store dfa
   expect: verdict=violated
   output: the cycle begins after step
   spin: none cycles

   gyre: check --property ends --store cache --cache-size 30
   expect: verdict=violated
   output: the cycle begins after step
   spin: none cycles

   gyre: check --property ends --store hash-compact
   expect: verdict=violated
   output: the cycle begins after step
   spin: none cycles

   gyre: check --property ends --store bitstate --bits 20
   expect: verdict=violated
   output: the cycle begins after step
   spin: none cycles

   gyre: check --property ends --swarm 2 --bits 20 --seed 1
   expect: verdict=violated
   spin: none cycles

   gyre: check --property ends --swarm 2 --bits 20 --seed 1 --por off
   expect: verdict=violated
   spin: none cycles

   gyre: check --property grows --swarm 2 --bits 20 --seed 1
   expect: verdict=violated
   output: 'grows' is violated, whatever follows
   spin: none cycles

   gyre: check --property ends --swarm 2 --bits 20 --seed 2
   expect: verdict=violated
   spin: none cycles

   gyre: check --property ends --swarm 2 --bits 20 --seed 2 --por off
   expect: verdict=violated
   spin: none cycles

   gyre: check --property grows --swarm 2 --bits 20 --seed 2
   expect: verdict=violated
   output: 'grows' is violated, whatever follows
   spin: none cycles

   gyre: check --property ends --swarm 2 --bits 20 --seed 3
   expect: verdict=violated
   spin: none cycles

   gyre: check --property ends --swarm 2 --bits 20 --seed 3 --por off
   expect: verdict=violated
   spin: none cycles

   gyre: check --property grows --swarm 2 --bits 20 --seed 3
   expect: verdict=violated
   output: 'grows' is violated, whatever follows
   spin: none cycles */
byte x, y;
active proctype A() { x++; y++; x++ }
active proctype B() { do :: y < 2 -> y++; x = x + 2 :: x > 1 -> break od }
ltl ends { []<> (x == 9 || y == 0) }
ltl grows { [] (x < 4) }
