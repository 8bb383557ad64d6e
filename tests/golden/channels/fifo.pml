/* First in, first out.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9
   spin: textbook */
chan c = [3] of { byte };
byte a, b, d;
active proctype A() { c!1; c!2; c!3; c?a; c?b; c?d; assert(a == 1 && b == 2 && d == 3) }
