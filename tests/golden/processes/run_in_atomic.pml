/* The usual start of a model.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=19 transitions=29 atomic=2
   spin: textbook */
byte n;
proctype P(byte i) { n = n + i }
init { atomic { run P(1); run P(2); run P(4) } _nr_pr == 1; assert(n == 7) }
