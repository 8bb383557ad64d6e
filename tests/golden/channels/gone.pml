/* A channel that is gone together with the process that made it.

   gyre: check --safety --por off --merge off
   expect: verdict=violated kinds=uninitialised-channel line=14
   spin: none SPIN says invalid end state

   gyre: check
   expect: verdict=violated kinds=uninitialised-channel line=14
   spin: none SPIN says invalid end state */
chan g;
proctype Q() { chan l = [1] of { byte }; g = l }
init {
  run Q(); _nr_pr == 1;
  g?_
}
