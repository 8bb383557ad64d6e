chan c = [3] of { byte, byte };
active proctype A() { c!1,5; c!2,6; assert(c??[2,6]); assert(!c??[2,5]); assert(c?[1,5]); assert(!c?[2,6]); assert(c??[1,_] && c??[2,_]) }
