/* Not even as the first statement of a process.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=3 transitions=3
   spin: textbook */
byte x;
active proctype A() { goto L; x = 2; L: x = 3 }
