/* The clause may use _pid.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9
   spin: textbook */
byte turn;
active [2] proctype A() provided (turn == _pid || turn == 9) { turn = 1 - turn; turn == _pid || turn == 9; turn = 9 }
