/* eval in a receive picks the partner.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=11 transitions=13
   spin: textbook */
chan c = [0] of { byte, byte };
byte sum;
active [2] proctype R() { byte v; c?eval(_pid),v; sum = sum + v * (_pid + 1) }
active proctype S() { c!1,5; c!0,7; sum == 17 }
