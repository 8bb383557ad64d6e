/* A process cannot shake hands with itself.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=deadlock states=1 transitions=1
   spin: textbook */
chan c = [0] of { byte };
byte y;
active proctype A() { if :: c!1 :: c?y fi }
