chan c = [0] of { byte };
byte x;
active proctype A() { c!1 }
active proctype B() { d_step { c?x; x++ }; assert(x == 2) }
