/* A notrace whose sequence happens.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=violated kinds=trace line=10 states=11 transitions=11
   spin: textbook */
chan c = [1] of { byte };
byte y;
notrace { c!1; c?1; c!2 }
active proctype A() { c!1; c?y;
  if :: c!2 :: c!3 fi; c?y; c!2 }
