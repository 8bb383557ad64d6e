/* mtype values take part in arithmetic as the numbers they are.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
mtype = { three, two, one };
byte x;
active proctype A() { x = three + two * one; assert(x == 5 && three - one == two) }
