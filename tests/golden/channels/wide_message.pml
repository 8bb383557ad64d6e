/* Many fields.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=5 transitions=5
   spin: textbook */
chan c = [1] of { byte, byte, byte, byte, byte, byte, byte, byte };
byte a, b, d, e, f, g, h, i;
active proctype A() { c!1,2,3,4,5,6,7,8; c?a,b,d,e,f,g,h,i; assert(a + b + d + e + f + g + h + i == 36 && h == 7) }
