/* Who waits for a 2 behind a 1 is enabled by whoever takes the 1: P must not go first in all runs.

   gyre: check --safety
   expect: verdict=violated kinds=assertion
   spin: reduced */
chan c = [2] of { byte };
byte x;
proctype A() { c?2; x = 1 }
proctype B() { c?1 }
proctype P() { assert(x == 0) }
init { atomic { c!1; c!2; run A(); run B(); run P() } }
