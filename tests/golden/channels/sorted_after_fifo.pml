/* Sorted sends into a channel with unsorted messages.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9
   spin: textbook */
chan c = [4] of { byte };
byte a, b, d;
active proctype A() { c!5; c!3; c!!4; c?a; c?b; c?d; assert(a == 4 && b == 5 && d == 3) }
