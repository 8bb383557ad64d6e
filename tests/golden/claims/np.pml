/* np_ is true if no process is at a progress label.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds
   spin: none np_ outside of a claim is refused by SPIN */
byte x;
active proctype A() { x = 1; progress: x = 2; x = 3 }
never { do :: np_ :: !np_ od }
