/* An accept label that no cycle goes through.

   gyre: check --por off --merge off --acceptance --errors 0
   expect: verdict=holds
   spin: cycles */
byte x;
active proctype A() { x = 1; accept: x = 2; do :: x = 5 - x od }
