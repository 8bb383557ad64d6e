/* A process takes the channels it declared with it.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=19 transitions=28
   spin: textbook */
byte x;
proctype P() { chan q = [1] of { byte }; q!3; q?x }
init { run P(); run P() }
