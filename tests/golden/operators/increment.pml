/* ++ and -- are statements, truncated like assignments.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
byte b = 255; short s = -32768; bit o = 1; int i; byte a[2] = 9;
active proctype A() { b++; s--; o++; i--; a[1]++; assert(b == 0 && s == 32767 && o == 0 && i == -1 && a[0] == 9 && a[1] == 10) }
