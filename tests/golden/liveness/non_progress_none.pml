/* Every cycle has progress, and a finite run counts for nothing.

   gyre: check --por off --merge off --non-progress --errors 0
   expect: verdict=holds
   spin: progress */
byte x;
active proctype A() { do :: x = 1; progress: x = 0 :: x == 0 -> break od; x == 9 }
