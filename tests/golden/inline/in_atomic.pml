/* In an atomic, and with an atomic inside.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=19 atomic=21
   spin: textbook */
byte x;
inline add() { atomic { x++; x++ } }
active [2] proctype A() { atomic { add(); add() }; assert(x == 4 || x == 8) }
