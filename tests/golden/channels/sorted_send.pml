/* !! keeps the messages in numerical order; equal ones stay in order of arrival.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=14 transitions=14
   spin: textbook */
chan c = [4] of { byte };
byte x;
active proctype A() { c!!3; c!!1; c!!2; c!!1; c?x; assert(x == 1); c?x; assert(x == 1); c?x; assert(x == 2); c?x; assert(x == 3) }
