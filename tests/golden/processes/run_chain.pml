/* A ring of processes, each starting the next.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=27 transitions=27
   spin: textbook */
byte order;
proctype P(byte i) { assert(order == i); order++; if :: i < 4 -> run P(i + 1) :: else fi }
init { run P(0) }
