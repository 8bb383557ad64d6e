/* Dekker's algorithm in models/ on every store that has no numbered states: nested and magic search, whose keys are the
   system's state, the claim's, the copy and the search. What is lossy finds the cycle and never says holds.

   gyre: check --property entry --por off --merge off --store tree-compact
   expect: verdict=violated
   spin: none cycles

   gyre: check --property entry --por off --merge off --store tree-compact --search magic
   expect: verdict=violated
   spin: none cycles

   gyre: check --property entry --por off --merge off --store tree-compact --fairness weak
   expect: verdict=holds
   spin: none cycles

   gyre: check --property entry --por off --merge off --store tree-compact --fairness impartial --search magic
   expect: verdict=holds
   spin: none SPIN has no impartiality

   gyre: check --property entry --por off --merge off --store linear
   expect: verdict=violated
   spin: none cycles

   gyre: check --property entry --por off --merge off --store linear --search magic
   expect: verdict=violated
   spin: none cycles

   gyre: check --property entry --por off --merge off --store linear --fairness weak
   expect: verdict=holds
   output: density
   spin: none cycles

   gyre: check --property entry --por off --merge off --store linear --fairness impartial --search magic
   expect: verdict=holds
   output: density
   spin: none SPIN has no impartiality

   gyre: check --property entry --por off --merge off --store dfa
   expect: verdict=violated
   spin: none cycles

   gyre: check --property entry --por off --merge off --store dfa --search magic
   expect: verdict=violated
   spin: none cycles

   gyre: check --property entry --por off --merge off --store dfa --fairness weak
   expect: verdict=holds
   output: the automaton has
   spin: none cycles

   gyre: check --property entry --por off --merge off --store dfa --fairness impartial --search magic
   expect: verdict=holds
   output: the automaton has
   spin: none SPIN has no impartiality

   gyre: check --property entry --por off --merge off --store cache --cache-size 200
   expect: verdict=violated
   spin: none cycles

   gyre: check --property entry --por off --merge off --store cache --cache-size 200 --search magic
   expect: verdict=violated
   spin: none cycles

   gyre: check --property entry --por off --merge off --store cache --cache-size 200 --fairness weak
   expect: verdict=holds
   output: the cache of 200 states replaced \d\d+ of them
   spin: none cycles

   gyre: check --property entry --por off --merge off --store cache --cache-size 200 --fairness impartial --search magic
   expect: verdict=holds
   output: the cache of 200 states replaced \d\d+ of them
   spin: none SPIN has no impartiality

   gyre: check --property entry --por off --merge off --store hash-compact
   expect: verdict=violated
   spin: none cycles

   gyre: check --property entry --por off --merge off --store hash-compact --search magic
   expect: verdict=violated
   spin: none cycles

   gyre: check --property entry --por off --merge off --store hash-compact --fairness weak
   expect: verdict=inconclusive
   output: the hash-compact store may have taken a new state for an old one; the probability
   spin: none cycles

   gyre: check --property entry --por off --merge off --store hash-compact --fairness impartial --search magic
   expect: verdict=inconclusive
   output: the hash-compact store may have taken a new state for an old one; the probability
   spin: none SPIN has no impartiality

   gyre: check --property entry --por off --merge off --store bitstate --bits 20
   expect: verdict=violated
   spin: none cycles

   gyre: check --property entry --por off --merge off --store bitstate --bits 20 --search magic
   expect: verdict=violated
   spin: none cycles

   gyre: check --property entry --por off --merge off --store bitstate --bits 20 --fairness weak
   expect: verdict=inconclusive
   output: expected coverage of the states met 100 %
   spin: none cycles

   gyre: check --property entry --por off --merge off --store bitstate --bits 20 --fairness impartial --search magic
   expect: verdict=inconclusive
   output: expected coverage of the states met 100 %
   spin: none SPIN has no impartiality

   gyre: check --property entry --por off --merge off --swarm 3 --bits 20
   expect: verdict=violated
   output: 1 of 3 searches
   spin: none cycles

   gyre: check --property entry --por off --merge off --swarm 3 --bits 20 --fairness weak
   expect: verdict=inconclusive
   output: 3 of 3 searches, 3 of them to the end
   spin: none cycles

   gyre: check --property entry --por off --merge off --memory 100M --when-full hash-compact
   expect: verdict=violated
   spin: none cycles

   gyre: check --property entry --por off --merge off --memory 100M --when-full hash-compact --fairness weak
   expect: verdict=holds
   spin: none cycles

   gyre: check --property entry --por off --merge off --memory 100M --when-full cache
   expect: verdict=violated
   spin: none cycles

   gyre: check --property entry --por off --merge off --memory 100M --when-full cache --fairness weak
   expect: verdict=holds
   spin: none cycles

   gyre: check --por off --merge off --property exclusion --store bitstate --bits 20 -v
   expect: verdict=inconclusive
   output: a bad prefix decides
   spin: none cycles */
#include "../../../models/dekker.pml"
