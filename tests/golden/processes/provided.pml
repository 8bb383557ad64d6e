/* A process whose provided clause is false does not move.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte turn;
active proctype A() provided (turn == 0) { turn = 1; turn = 3 }
active proctype B() provided (turn == 1) { turn = 0 }
