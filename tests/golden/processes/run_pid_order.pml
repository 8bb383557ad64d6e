/* Deaths happen in the reverse order of creation, so pids have no gaps.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=31 transitions=42
   spin: textbook */
byte done;
proctype P(byte v) { v == 1 || done == 1; done++ }
init { run P(0); run P(1); _nr_pr == 1; run P(1); run P(1); _nr_pr == 1 }
