/* A process starts another instance of its own type.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=18 transitions=18
   spin: textbook */
byte n;
proctype P(byte depth) { n++; if :: depth > 0 -> run P(depth - 1) :: else fi }
init { run P(3) }
