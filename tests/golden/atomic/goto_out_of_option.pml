/* The same from within a selection.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=21 transitions=31 atomic=16
   spin: textbook */
byte x;
active [2] proctype A() { atomic { if :: x == 0 -> x = 1; goto L :: x == 1 -> x = 2 fi; x = x + 10 }; skip; L: x = 0 }
