/* c??[m] looks at all messages.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=9 transitions=9
   spin: textbook */
chan c = [3] of { byte, byte };
active proctype A() { c!1,5; c!2,6; assert(c??[2,6]); assert(!c??[2,5]); assert(c?[1,5]); assert(!c?[2,6]); assert(c??[1,_] && c??[2,_]) }
