/* Shifts; to the right with the sign.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=10
   spin: textbook */
int a = -16; byte b = 129;
active proctype A() { assert(a >> 2 == -4); assert(1 << 10 == 1024); assert(b >> 1 == 64); assert(b << 1 == 258); b = b << 1; assert(b == 2); assert(1 << 31 < 0); assert(64 >> 2 >> 1 == 8) }
