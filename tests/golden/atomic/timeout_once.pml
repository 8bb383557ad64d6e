/* What follows a timeout in an atomic sequence is a step like others: the timeout is over.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=3 transitions=3
   spin: textbook */
byte x;
active proctype P() { atomic { timeout; x = 1; if :: timeout -> assert(false) :: x == 1 fi } }
