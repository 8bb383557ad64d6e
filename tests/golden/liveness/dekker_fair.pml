/* Dekker's algorithm in models/: whoever wants to enter does, if the other may move.

   gyre: check --por off --merge off --property entry
   expect: verdict=violated
   spin: none cycles

   gyre: check --por off --merge off --property entry --fairness weak
   expect: verdict=holds
   spin: none cycles

   gyre: check --por off --merge off --property entry --fairness weak --search nested
   expect: verdict=holds
   spin: none cycles

   gyre: check --por off --merge off --property entry --fairness strong
   expect: verdict=holds
   spin: none SPIN has no strong fairness

   gyre: check --por off --merge off --property entry --fairness impartial
   expect: verdict=holds
   spin: none SPIN has no impartiality

   gyre: check --por off --merge off --property entry --fairness impartial --search nested
   expect: verdict=holds
   spin: none SPIN has no impartiality

   gyre: check --por off --merge off --property entry --fairness impartial --search magic
   expect: verdict=holds
   spin: none SPIN has no impartiality

   gyre: check --por off --merge off --property fair_entry
   expect: verdict=holds
   spin: none SPIN has no such atom */
#include "../../../models/dekker.pml"
