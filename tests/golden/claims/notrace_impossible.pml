/* A notrace: the sequence must not be possible; here it is not.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6
   spin: textbook */
chan c = [1] of { byte };
byte y;
notrace { if :: c!3; c?3 fi }
active proctype A() { c!1; c?y; c!2; c?y }
