/* mtype constants are matched.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=15 transitions=18
   spin: textbook */
mtype = { req, rep };
chan c = [1] of { mtype };
byte n;
active proctype A() { c!req; c!rep; c!req }
active proctype B() { do :: c?req -> n++ :: c?rep -> n = n + 10; if :: n == 11 -> break :: else fi od; c?req }
