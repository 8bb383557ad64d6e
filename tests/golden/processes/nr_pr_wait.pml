/* The usual way to wait for the end of all others.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=11 transitions=13 atomic=1
   spin: textbook */
byte n;
proctype W() { n++ }
init { atomic { run W(); run W() } (_nr_pr == 1) -> assert(n == 2) }
