/* A constant in a receive must match the message at the head.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
chan c = [2] of { byte, byte };
byte x;
active proctype A() { c!1,7; c!2,8; if :: c?2,x -> assert(false) :: c?1,x -> assert(x == 7) fi; c?2,x; assert(x == 8) }
