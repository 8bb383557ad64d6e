/* The pid of a dead process is used again.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=17 transitions=21
   spin: textbook */
pid a;
proctype P() { skip }
init { a = run P(); assert(a == 1); _nr_pr == 1; a = run P(); assert(a == 1); _nr_pr == 1; a = 0 }
