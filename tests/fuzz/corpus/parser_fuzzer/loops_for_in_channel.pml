typedef msg { byte v; byte w };
chan c = [3] of { msg };
byte s;
active proctype A() { msg m; m.v = 5; c!m; m.v = 6; c!m; for (m in c) { s = s * 10 + m.v }; assert(s == 56 && len(c) == 2); c?m; assert(m.v == 5) }
