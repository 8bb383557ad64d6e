/* Semicolons before fi, od, closing braces and ::.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=11 transitions=11 atomic=1
   spin: textbook */
byte x;
active proctype A() { if :: x == 0; x = 1; :: else; skip; fi; do :: x < 3; x++; :: x == 3; break; od; { x = 4; }; atomic { x = 5; x = 6; }; }
