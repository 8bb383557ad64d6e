/* A waits for ever, so that no run is impartial: that is said, and not hidden in `holds`.

   gyre: check --por off --merge off --property p --fairness impartial
   expect: verdict=inconclusive
   output: no run of the model is impartial
   spin: none SPIN has no impartiality

   gyre: check --por off --merge off --property p --fairness impartial --search nested
   expect: verdict=inconclusive
   output: no run of the model is impartial
   spin: none SPIN has no impartiality

   gyre: check --por off --merge off --property p --fairness weak
   expect: verdict=violated
   spin: none cycles */
bool go, tick;
active proctype A() { go }
active proctype B() { do :: tick = !tick od }
ltl p { <> go }
