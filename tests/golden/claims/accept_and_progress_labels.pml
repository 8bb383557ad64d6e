/* Accept and progress labels mean nothing to a safety search.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9
   spin: textbook */
byte x;
active proctype A() { accept: x = 1; progress: x = 2; acceptB: do :: x < 4 -> progress1: x++ :: else -> break od }
