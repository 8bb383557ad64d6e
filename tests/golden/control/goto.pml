/* goto is no step.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
byte x;
active proctype A() { x = 1; goto L; x = 2; L: x = 3; goto M; M: skip }
