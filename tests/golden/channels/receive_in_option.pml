/* Sends and receives as guards.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=14 transitions=14
   spin: textbook */
chan c = [1] of { byte };
byte x, n;
active proctype A() { do :: c!n; n++ :: c?x; if :: n == 3 -> break :: else fi od }
