/* c?[m] tells whether c?m could go on, without receiving.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=11 transitions=11
   spin: textbook */
chan c = [2] of { byte };
byte x = 2;
active proctype A() { assert(!c?[1]); c!1; assert(c?[1]); assert(!c?[2]); assert(c?[x]); assert(!c?[eval(x)]); if :: c?[1] && x == 2 -> c?1 fi; assert(!(c?[1])) }
