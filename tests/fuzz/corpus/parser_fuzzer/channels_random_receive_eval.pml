chan c = [3] of { byte, byte };
byte k = 2, x;
active proctype A() { c!1,1; c!2,7; c!2,8; c??eval(k),8; c??eval(k),x; assert(x == 7 && len(c) == 1) }
