/* A poll is an expression with the value 0 or 1.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
chan c = [1] of { byte };
byte x;
active proctype A() { x = c?[3]; assert(x == 0); c!3; x = c?[3] + 1; assert(x == 2) }
