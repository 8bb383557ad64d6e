/* Nothing is ever asked for, so nothing can stay unanswered.

   gyre: check --por off --merge off --property answered
   expect: verdict=holds
   output: VACUOUSLY
   spin: none cycles */
bool asked, tick;
active proctype B() { do :: tick = !tick od }
ltl answered { [] (asked -> <> !tick) }
