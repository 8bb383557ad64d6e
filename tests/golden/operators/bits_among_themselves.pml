/* & before ^ before |.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=7 transitions=7
   spin: textbook */
int a = 12, b = 10, c = 6;
active proctype A() { assert((a | b & c) == 14); assert((a ^ b & c) == 14); assert((a | b ^ c) == 12); assert((a ^ b | c) == 6); assert((a & b ^ c) == 14) }
