/* m(a,b) is the same as m,a,b.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
mtype = { msg };
chan c = [1] of { mtype, byte, byte };
active proctype A() { byte x, y; c!msg(3, 4); c?msg(x, y); assert(x == 3 && y == 4); c!msg,5,6; c?msg(x,y); assert(x == 5 && y == 6) }
