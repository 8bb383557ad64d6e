/* A negative constant is matched like any other.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
chan c = [1] of { short };
active proctype A() { c!-3; if :: c?3 -> assert(false) :: c?-3 fi }
