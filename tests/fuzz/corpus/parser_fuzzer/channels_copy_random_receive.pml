chan c = [3] of { byte, byte };
byte x;
active proctype A() { c!1,10; c!2,20; c??<2,x>; assert(x == 20 && len(c) == 2); c??<1,x>; assert(x == 10); c??2,x; assert(len(c) == 1) }
