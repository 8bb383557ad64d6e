/* Where the claim cannot move the run is none of its own: 3 cannot be reached with x == 2 before.

   gyre: check --por off --merge off --property never --errors 0
   expect: verdict=holds
   spin: cycles never_0 */
byte x;
active proctype A() { x = 1; x = 3 }
never { x == 0; x == 1; x == 2; accept: do :: true od }
