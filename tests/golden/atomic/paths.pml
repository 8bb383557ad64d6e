/* Every path through an atomic is a transition of its own: 4 paths into 3 states; the closing '.' is an extra atomic step.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=9 atomic=6
   spin: textbook */
byte x;
active proctype A() { atomic { if :: x = 1 :: x = 2 fi; if :: x = x + 1 :: x = x + 2 fi }; x = 0 }
