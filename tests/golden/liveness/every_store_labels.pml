/* Labels of acceptance and progress, and a never claim, on stores without numbered states: A alone can go round for ever
   in its first loop, which is at an accept label and makes no progress; if B may move, A has to leave it.

   gyre: check --acceptance --store dfa
   expect: verdict=violated
   spin: none cycles

   gyre: check --acceptance --store dfa --fairness weak
   expect: verdict=holds
   spin: none cycles

   gyre: check --non-progress --store dfa
   expect: verdict=violated
   spin: none cycles

   gyre: check --non-progress --store dfa --fairness weak
   expect: verdict=holds
   spin: none cycles

   gyre: check --property c --store dfa
   expect: verdict=violated
   spin: none cycles

   gyre: check --acceptance --store cache --cache-size 40
   expect: verdict=violated
   spin: none cycles

   gyre: check --acceptance --store cache --cache-size 40 --fairness weak
   expect: verdict=holds
   spin: none cycles

   gyre: check --non-progress --store cache --cache-size 40
   expect: verdict=violated
   spin: none cycles

   gyre: check --non-progress --store cache --cache-size 40 --fairness weak
   expect: verdict=holds
   spin: none cycles

   gyre: check --property c --store cache --cache-size 40
   expect: verdict=violated
   spin: none cycles

   gyre: check --acceptance --store hash-compact
   expect: verdict=violated
   spin: none cycles

   gyre: check --acceptance --store hash-compact --fairness weak
   expect: verdict=inconclusive
   spin: none cycles

   gyre: check --non-progress --store hash-compact
   expect: verdict=violated
   spin: none cycles

   gyre: check --non-progress --store hash-compact --fairness weak
   expect: verdict=inconclusive
   spin: none cycles

   gyre: check --property c --store hash-compact
   expect: verdict=violated
   spin: none cycles

   gyre: check --acceptance --store bitstate --bits 20
   expect: verdict=violated
   spin: none cycles

   gyre: check --acceptance --store bitstate --bits 20 --fairness weak
   expect: verdict=inconclusive
   spin: none cycles

   gyre: check --non-progress --store bitstate --bits 20
   expect: verdict=violated
   spin: none cycles

   gyre: check --non-progress --store bitstate --bits 20 --fairness weak
   expect: verdict=inconclusive
   spin: none cycles

   gyre: check --property c --store bitstate --bits 20
   expect: verdict=violated
   spin: none cycles

   gyre: check --acceptance --swarm 2 --bits 20
   expect: verdict=violated
   spin: none cycles

   gyre: check --non-progress --swarm 2 --bits 20
   expect: verdict=violated
   spin: none cycles

   gyre: check --non-progress --swarm 2 --bits 20 --fairness weak
   expect: verdict=inconclusive
   spin: none cycles */
bool stop;
byte x;
active proctype A() {
accept: do :: !stop -> x = 1 - x :: stop -> break od;
  do :: progress: x = 1 - x od
}
active proctype B() { stop = true }
never c { do :: true :: !stop -> break od; accept_c: do :: !stop od }
