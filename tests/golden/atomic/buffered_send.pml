/* Sends inside an atomic; full in the middle.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=17 atomic=2
   spin: textbook */
chan c = [2] of { byte };
byte y;
active proctype A() { atomic { c!1; c!2; c!3 }; y = 9 }
active proctype B() { byte v; c?v; c?v; c?v }
