/* A process that is stuck at an accept label.

   gyre: check --por off --merge off --acceptance --errors 0
   expect: verdict=violated kinds=acceptance-cycle
   spin: cycles */
byte x;
active proctype A() { x = 1; accept: x == 5 }
