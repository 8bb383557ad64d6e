/* `local` before a global promises that only one process uses it; it stays part of the state.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=14
   spin: textbook */
local byte x;
byte y;
active proctype A() { x = 1; x = 2 }
active proctype B() { y = 1 }
