/* A cycle through an accept label.

   gyre: check --por off --merge off --acceptance --errors 0
   expect: verdict=violated kinds=acceptance-cycle
   spin: cycles */
byte x;
active proctype A() { do :: x = 1; accept: x = 0 :: x == 0 -> x = 2; break od }
