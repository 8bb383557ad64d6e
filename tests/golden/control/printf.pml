/* printf is a step and changes nothing.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
byte x = 3; mtype = { hello };
active proctype A() { printf("x is %d %u %o %x %c %e\n", x, x, x, x, 65, hello); printf("no newline"); printf("%d%%\n", x); printm(hello); x = 4 }
