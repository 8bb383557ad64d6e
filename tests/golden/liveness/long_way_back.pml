/* The way back from the accepting state is long, and neither end of the step that closes the cycle is accepting: the second
   search has to go all of it.

   gyre: check --acceptance --search nested --por off --merge off
   expect: verdict=violated kinds=acceptance-cycle
   spin: cycles */
byte x = 10;
active proctype P() {
  do :: x = 1; accept: x = 2; x = 3; x = 4; x = 5; x = 6; x = 7; x = 8; x = 9; x = 10 od
}
