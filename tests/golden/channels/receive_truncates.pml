/* And so does the variable that receives.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
chan c = [1] of { int };
bit b; byte y;
active proctype A() { c!258; c?y; assert(y == 2); c!3; c?b; assert(b == 1) }
