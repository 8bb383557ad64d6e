/* _nr_pr counts the processes that live.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=16
   spin: textbook */
byte n;
proctype P() { n = _nr_pr; n = 0 }
init { assert(_nr_pr == 1); run P(); assert(_nr_pr == 2 || _nr_pr == 1); _nr_pr == 1 -> n = 9 }
