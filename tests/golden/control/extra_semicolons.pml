/* Empty statements between semicolons are nothing.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
byte x;
active proctype A() { x = 1;; x = 2;;; if :: x == 2; x = 3; :: else; fi;; x = 4; };
