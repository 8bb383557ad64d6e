/* Inside an atomic it is one of its steps.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=9 atomic=10
   spin: textbook */
byte x;
active [2] proctype A() { atomic { x++; d_step { x++; x++ }; x++ } }
