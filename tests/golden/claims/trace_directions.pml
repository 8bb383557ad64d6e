/* Only the directions that are named are watched: receives from c and sends to d are free.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9
   spin: textbook */
chan c = [2] of { byte };
chan d = [2] of { byte };
byte y;
trace { c!1; c!2; d?5 }
active proctype A() { c!1; c!2; d!5; d!7; c?y; d?y; c?y }
