/* A process type that nobody starts, and one that only that one would start.

   gyre: check --safety
   expect: verdict=holds
   output: %f:14:10: warning: no 'P' is ever started \[never-started\]
   output: %f:15:10: warning: no 'Q' is ever started: those who start it are never started
   spin: none SPIN says nothing

   gyre: check --safety --warn no-never-started
   expect: verdict=holds
   output: (?s)\A(?!.*warning:)
   spin: none it is the same model */
byte x;
proctype P() { run Q() }
proctype Q() { x = 1 }
proctype R() { assert(x == 0) }
init { run R() }
