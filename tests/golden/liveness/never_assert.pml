/* An assertion in a claim.

   gyre: check --por off --merge off --property never
   expect: verdict=violated
   spin: cycles never_0 */
byte x;
active proctype A() { do :: x < 3 -> x++ :: else -> x = 0 od }
never { do :: assert(x < 3) od }
