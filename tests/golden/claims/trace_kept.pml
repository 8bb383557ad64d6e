/* An event trace that the model keeps: its position is part of the state.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=6
   spin: textbook */
chan c = [1] of { byte };
byte y;
trace { do :: c!1; c?1 od }
active proctype A() { c!1; c?y; c!1; c?y }
