/* Without parameters.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
byte x;
inline twice() { x++; x++ }
active proctype A() { twice(); twice(); assert(x == 4) }
