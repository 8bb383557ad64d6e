/* for (m in c) runs over the messages; the channel is the same afterwards.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=21 transitions=21
   spin: textbook */
typedef msg { byte v; byte w };
chan c = [3] of { msg };
byte s;
active proctype A() { msg m; m.v = 5; c!m; m.v = 6; c!m; for (m in c) { s = s * 10 + m.v }; assert(s == 56 && len(c) == 2); c?m; assert(m.v == 5) }
