/* In a condition.

   gyre: check --safety
   expect: exit=2 line=8
   spin: error */
byte x;
active proctype A() { x = 1;
	if :: z == 1 -> skip :: else fi }
