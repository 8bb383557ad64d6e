/* Nothing is ever asked for, so nothing can stay unanswered. Of two demands one may be real.

   gyre: check --por off --merge off --property answered
   expect: verdict=holds
   output: VACUOUSLY: asked is never true
   spin: none cycles

   gyre: check --por off --merge off --property answered --fairness strong
   expect: verdict=holds
   output: VACUOUSLY: asked is never true
   spin: none cycles

   gyre: check --property both
   expect: verdict=holds
   output: VACUOUSLY
   spin: none cycles

   gyre: check --por off --merge off --property in_part
   expect: verdict=holds
   output: \A(?![\s\S]*VACUOUSLY)
   spin: none cycles

   gyre: check --por off --merge off --property next
   expect: verdict=holds
   output: VACUOUSLY
   spin: none cycles */
bool asked, tick;
active proctype B() { do :: tick = !tick od }
ltl answered { [] (asked -> <> !tick) }
ltl both { [] (asked -> <> !tick) && [] (tick && asked -> asked U tick) }
ltl in_part { [] (asked -> <> !tick) && []<> tick }
ltl next { [] (asked -> X !asked) }
