/* A loop made of a label.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9
   spin: textbook */
byte x;
active proctype A() { again: x++; if :: x < 3 -> goto again :: else fi; x = 9 }
